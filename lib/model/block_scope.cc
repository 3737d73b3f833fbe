#include "model/block_scope.h"

#include <fmt/format.h>

#include "files/file_error.h"

namespace graphrun {
namespace {

// What a device costs that was not asked for before: it is kept, and some hundred bytes large.
constexpr std::uint64_t kStepsPerDevice = 200;

}  // namespace

BlockScope BlockScopes::inside(const BlockKeys& keys, const BlockScope& outer) {
  BlockScope scope = outer;
  if (keys.colocate_with != kNoValue) {
    // As tf.colocate_with does: the devices of the blocks around do not count.
    scope.request = kNoRequest;
    gather(keys.colocate_with, outer.prefix, scope.partners);
  }
  if (keys.device != kNoValue) apply_device(keys.device, scope.request, scope.device_at);
  if (keys.control_inputs != kNoValue) {
    gather(keys.control_inputs, outer.prefix, scope.controls);
  }
  if (keys.scope != kNoValue) apply_name_scope(keys.scope, scope.prefix);
  return scope;
}

void BlockScopes::gather(ValueId at, const std::string& prefix, std::vector<Reference>& into) {
  if (evaluator_.document().is_null(at)) {  // tf.control_dependencies(None), tf.colocate_with(None)
    into.clear();
    return;
  }
  Tensors named{.all = std::move(into)};
  references_.gather(at, prefix, named);
  into = std::move(named.all);
}

void BlockScopes::apply_device(ValueId at, RequestId& request, SourceMark& device_at) {
  if (evaluator_.document().is_null(at)) {
    request = kNoRequest;
    return;
  }
  const auto text = evaluator_.text(at, "a device, such as /gpu:0");
  if (!text || text->empty()) return;
  const std::pair key(request, std::string(*text));
  auto known = merged_.find(key);
  if (known == merged_.end()) {
    evaluator_.spend(kStepsPerDevice, at);
    known = merged_.emplace(key, merged(at, request, key.second)).first;
  }
  if (!known->second) return;
  request = *known->second;
  device_at = evaluator_.document().mark(at);
}

std::optional<RequestId> BlockScopes::merged(ValueId at, RequestId outer,
                                             const std::string& device) {
  const auto spec = parse_device_spec(device);
  if (!spec) {
    evaluator_.reader().complain(
        at, fmt::format("InvalidArgumentError: Malformed device specification {}", quote(device)),
        "expected one such as /gpu:0, /cpu:0 or "
        "/job:worker/task:1/device:GPU:0");
    return std::nullopt;
  }
  const DeviceSpec& around = builder_.graph().requests()[outer].spec;
  const DeviceSpec inner = merged_over(around, *spec);
  // As it is written, unless the blocks around add to it.
  return builder_.share(
      DeviceRequest{inner, inner == *spec ? device : to_string(inner, DeviceSpelling::legacy)});
}

void BlockScopes::apply_name_scope(ValueId at, std::string& prefix) {
  const auto text = evaluator_.text(at, "the name of a scope");
  if (!text) return;
  const std::string name = prefix + std::string(*text);
  if (!is_node_name(name)) {
    evaluator_.reader().complain(at, fmt::format("a scope cannot be called {}", quote(*text)),
                                 std::string(kNameRule));
    return;
  }
  prefix = builder_.names().for_scope(name) + "/";
}

}  // namespace graphrun
