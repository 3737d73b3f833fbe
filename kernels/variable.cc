// Variable: tf.Variable, which stands for four nodes: the initial value, the variable itself, the
// assignment that initialises it, and the Identity that reads it. The label is bound to what is
// read; an op that sets the variable takes the same label.

#include "graph/composite.h"
#include "graph/op_catalog.h"

namespace graphrun {
namespace {

void expand_variable(CompositeContext& context) {
  const std::string name(context.name());
  const Attributes& attributes = context.attributes();
  const AttributeValue* value = attributes.find("initial_value");
  if (value == nullptr) value = attributes.find("value");
  if ((value != nullptr) == !context.inputs().empty()) {
    throw CompositeFault{"a Variable has one initial value",
                         "expected 'initial_value', or one input"};
  }
  OutputRef initial;
  if (value != nullptr) {
    const auto& literal = std::get<TensorLiteral>(*value);
    CompositeContext::NodeOf constant{.op = "Const", .name = name + "/initial_value"};
    constant.attributes.set("value", literal);
    constant.dtype = literal.dtype;
    initial = context.add(constant);
  } else {
    initial = context.inputs().front();
  }
  const Output output = context.output(initial);
  if (context.dtype() && *context.dtype() != output.dtype) {
    throw CompositeFault{"the initial value is " + std::string(graphrun::name(output.dtype)) +
                             ", but dtype says " + std::string(graphrun::name(*context.dtype())),
                         ""};
  }

  CompositeContext::NodeOf variable{.op = "VariableV2", .name = name};
  variable.attributes.set("shape", output.shape);
  variable.dtype = output.dtype;
  const OutputRef itself = context.add(variable);

  CompositeContext::NodeOf assign{.op = "Assign", .name = name + "/Assign"};
  assign.inputs = {itself, initial};
  assign.colocated_with = {itself.node};
  const OutputRef assigned = context.add(assign);

  CompositeContext::NodeOf read{.op = "Identity", .name = name + "/read"};
  read.inputs = {itself};
  read.colocated_with = {itself.node};
  context.set_result(context.add(read));
  context.set_variable(itself);
  context.add_initializer(itself.node, assigned.node);
}

constexpr DTypes kTensorTypes = kNumberTypes | DTypes{DType::boolean, DType::string};

}  // namespace

void add_variable(OpCatalog& ops) {
  ops.add(
      {.name = "Variable",
       .summary = "tf.Variable: VariableV2, its initial value, Assign and read",
       .inputs = {ArgDef::typed("initial_value")},
       .outputs = {ArgDef::typed("value")},
       .type_attributes = {{.name = "dtype", .allowed = kTensorTypes}},
       .attributes =
           {{.name = "initial_value", .kind = AttributeKind::tensor, .optional = true},
            {.name = "value", .kind = AttributeKind::tensor, .optional = true},
            {.name = "shape", .kind = AttributeKind::shape, .optional = true, .file_only = true}},
       .expand = expand_variable,
       .example = R"(nodes:
  - {op: Variable, name: weights, initial_value: [0.5, 1.5], as: w}
  - {op: Const, name: step, value: [1.0, 1.0]}
  - {op: AssignAdd, name: trained, inputs: [w, step]}
fetch: [trained]
)"});
}

}  // namespace graphrun
