// What ops exist. One op is one row: its inputs, outputs and attributes, its shape rule, and its
// kernels, which say for each device type what dtypes it takes and which of its inputs and outputs
// stay in host memory. The placer asks the row; the executor calls through it: support is dispatch.
//
// Names, attributes and kernel constraints follow TensorFlow 1.15's op and kernel registrations.

#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/device_name.h"
#include "base/dtype.h"
#include "graph/attributes.h"
#include "graph/block_def.h"

namespace graphrun {

class CompositeContext;  // graph/composite.h
class KernelContext;     // runtime/kernel_context.h
class ShapeContext;      // graph/shape_context.h
class WorkContext;       // graph/work.h
struct Work;             // graph/work.h

using KernelFn = void (*)(KernelContext&);
using ShapeRule = void (*)(ShapeContext&);
using WorkRule = Work (*)(const WorkContext&);
using Expansion = void (*)(CompositeContext&);

// A set of dtypes.
class DTypes {
 public:
  constexpr DTypes() = default;
  constexpr DTypes(std::initializer_list<DType> dtypes) {
    for (const DType dtype : dtypes) bits_ |= bit(dtype);
  }
  static constexpr DTypes all() {
    DTypes all;
    all.bits_ = (1u << kDTypes) - 1;
    return all;
  }

  constexpr bool contains(DType dtype) const { return (bits_ & bit(dtype)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr DTypes operator|(DTypes other) const {
    other.bits_ |= bits_;
    return other;
  }
  constexpr DTypes operator&(DTypes other) const {
    other.bits_ &= bits_;
    return other;
  }
  std::vector<DType> list() const;  // in DType's order

  friend constexpr bool operator==(const DTypes&, const DTypes&) = default;

 private:
  static constexpr std::uint32_t bit(DType dtype) { return 1u << static_cast<unsigned>(dtype); }

  std::uint32_t bits_ = 0;
};

inline constexpr DTypes kFloatTypes = {DType::float16, DType::bfloat16, DType::float32,
                                       DType::float64};
inline constexpr DTypes kIntegerTypes = {DType::int8,  DType::int16,  DType::int32,  DType::int64,
                                         DType::uint8, DType::uint16, DType::uint32, DType::uint64};
inline constexpr DTypes kGpuFloatTypes = {DType::float16, DType::float32, DType::float64};
inline constexpr DTypes kNumberTypes = kFloatTypes | kIntegerTypes;

// The type attributes of a node, by their position in OpDef::type_attributes.
inline constexpr int kMaxTypeAttributes = 4;

// An input or output of an op.
struct ArgDef {
  enum class Kind : std::uint8_t {
    fixed,      // of `dtype`
    attribute,  // of the type attribute `type_attribute`
    any,        // of any type (declared ops, IdentityN)
  };

  std::string name;
  Kind kind = Kind::attribute;
  DType dtype = DType::float32;
  int type_attribute = 0;
  bool is_ref = false;
  // A list of tensors: as an input it takes all that the other inputs leave, at least one; as an
  // output its length is the attribute `count_attribute`, or the number of inputs where empty.
  bool is_list = false;
  std::string count_attribute;
  // Inputs at the end may be left out: a reduction without axes is over all of them.
  bool is_optional = false;

  static ArgDef of(std::string name, DType dtype) {
    return {.name = std::move(name), .kind = Kind::fixed, .dtype = dtype};
  }
  static ArgDef typed(std::string name, int type_attribute = 0) {
    return {.name = std::move(name), .type_attribute = type_attribute};
  }
  static ArgDef ref(std::string name, int type_attribute = 0) {
    return {.name = std::move(name), .type_attribute = type_attribute, .is_ref = true};
  }
  static ArgDef list(std::string name, int type_attribute = 0) {
    return {.name = std::move(name), .type_attribute = type_attribute, .is_list = true};
  }
};

// An attribute whose value is a dtype: T, dtype, SrcT. Absent from the file and with inputs of that
// type, it is what they are; absent without such inputs, its default.
struct TypeAttribute {
  std::string name;
  DTypes allowed = DTypes::all();
  std::optional<DType> otherwise;
};

// Any other attribute. Without a default it must be given, unless it is optional.
struct AttributeDef {
  std::string name;
  AttributeKind kind;
  std::optional<AttributeValue> otherwise;
  bool optional = false;
  // Graph files have it, TensorFlow's node does not: the `shape` beside a constant's `value`.
  bool file_only = false;
};

// A kernel for one device type.
struct KernelDef {
  DeviceType device = DeviceType::cpu;
  // By position in OpDef::type_attributes; missing ones are unconstrained.
  std::vector<DTypes> types;
  int priority = 0;
  // Positions of arguments (not tensors) that live in host memory whatever the device.
  std::vector<int> host_inputs;
  std::vector<int> host_outputs;
  // nullptr: the device's own module brings it (GPU), or the op is only declared.
  KernelFn run = nullptr;
};

// Whether a node's outputs are its inputs' memory, passed on, so that they take none.
enum class PassesOn : std::uint8_t {
  nothing,
  inputs,       // output i is input i
  alike_input,  // the output is the first input of type attribute 0, where that has its type and
                // shape: there is nothing to change
};

struct OpDef {
  std::string name;
  std::string summary;  // one line, for `graphrun ops`
  std::vector<ArgDef> inputs;
  std::vector<ArgDef> outputs;
  std::vector<TypeAttribute> type_attributes;
  std::vector<AttributeDef> attributes;
  ShapeRule infer_shapes = nullptr;  // nullptr: the outputs' shapes are unknown
  WorkRule work = nullptr;           // nullptr: shapes do not tell what there is to do
  std::vector<KernelDef> kernels;
  // Of an element-wise op that cannot fail: what its CPU kernel does, to the bit. Several such
  // nodes may be computed as one, see graph/fused_op.h.
  std::vector<BlockDef> blocks;

  bool is_stateful = false;  // runs with the same inputs may differ: never merged or folded
  bool is_metadata = false;  // Shape, Size, Rank: placed with their input
  PassesOn passes_on = PassesOn::nothing;
  // Of the first so many inputs, the output takes over the memory of one that is as large and that
  // nobody reads after.
  std::uint8_t in_place_inputs = 0;
  bool keeps_outputs = false;  // made once a session, read in place after that: Const
  // Makes several nodes in place of one (tf.Variable); such an op is never a node itself.
  Expansion expand = nullptr;
  std::string automatic_name;  // where it differs from `name`: "random_normal"
  std::string example;         // a whole graph file that runs and shows the op, for `graphrun ops`
  std::string declared_in;     // the file of --ops that declared it, so that it cannot run

  std::size_t least_inputs() const;                 // that a node has: those that are not optional
  int type_attribute(std::string_view name) const;  // -1: none of that name
  const AttributeDef* attribute(std::string_view name) const;  // nullptr: none of that name
  int input(std::string_view name) const;                      // -1: none of that name
};

using TypeValues = std::array<DType, kMaxTypeAttributes>;

// The kernel of `op` for a device type and these types, the one of highest priority; nullptr: none.
const KernelDef* find_kernel(const OpDef& op, DeviceType device, const TypeValues& types);

// What the CPU kernel of `op` does to elements of that type; nullptr: it is not element-wise.
const BlockDef* find_block(const OpDef& op, DType dtype);

// Not thread safe while ops are added; afterwards it is.
class OpCatalog {
 public:
  // REQUIRES: no op of that name yet. The row never moves.
  void add(OpDef op);
  const OpDef* find(std::string_view name) const;  // nullptr: no such op
  // The code of a GPU kernel that the row of `op` declares; it is its device's module that has it.
  // REQUIRES: there is such a row, with so many kernels.
  void set_code(std::string_view op, std::size_t kernel, KernelFn run);
  std::vector<const OpDef*> sorted() const;  // by name
  std::vector<std::string_view> names() const;

 private:
  std::deque<OpDef> ops_;
  std::unordered_map<std::string_view, OpDef*> by_name_;
};

}  // namespace graphrun
