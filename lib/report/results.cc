#include "report/results.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/array_text.h"

namespace graphrun {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

// A float is written with the digits that tell it from its neighbours.
Json number(float value) {
  if (!std::isfinite(value)) return number(static_cast<double>(value));
  return Json::parse(array_text(HostTensor::of<double>({}, {value}), NumpyEra::modern), nullptr,
                     false);
}

Json element(const HostTensor& tensor, std::size_t i) {
  switch (tensor.dtype()) {
    case DType::float16: return number(static_cast<float>(tensor.as<Half>()[i]));
    case DType::bfloat16: return number(static_cast<float>(tensor.as<BFloat16>()[i]));
    case DType::float32: return number(tensor.as<float>()[i]);
    case DType::float64: return number(tensor.as<double>()[i]);
    case DType::int8: return tensor.as<std::int8_t>()[i];
    case DType::int16: return tensor.as<std::int16_t>()[i];
    case DType::int32: return tensor.as<std::int32_t>()[i];
    case DType::int64: return tensor.as<std::int64_t>()[i];
    case DType::uint8: return tensor.as<std::uint8_t>()[i];
    case DType::uint16: return tensor.as<std::uint16_t>()[i];
    case DType::uint32: return tensor.as<std::uint32_t>()[i];
    case DType::uint64: return tensor.as<std::uint64_t>()[i];
    case DType::boolean: return tensor.as<bool>()[i];
    case DType::string: return tensor.as<std::string>()[i];
    case DType::complex64:
    case DType::complex128:
    case DType::resource: break;
  }
  return nullptr;
}

Json nested(const HostTensor& tensor, int axis, std::size_t& next) {
  if (axis == tensor.shape().rank()) return element(tensor, next++);
  Json list = Json::array();
  for (std::int64_t i = 0; i < tensor.shape()[axis]; ++i) {
    list.push_back(nested(tensor, axis + 1, next));
  }
  return list;
}

}  // namespace

std::string results_text(std::span<const Fetch> fetches, std::span<const HostTensor> tensors,
                         NumpyEra era) {
  std::string text;
  for (std::size_t i = 0; i < fetches.size(); ++i) {
    if (fetches.size() > 1) text += fetches[i].name + ":\n";
    text += fetches[i].has_value ? array_text(tensors[i], era) : "None";
    text += '\n';
  }
  return text;
}

std::string results_json(std::string_view graph, std::span<const Fetch> fetches,
                         std::span<const HostTensor> tensors) {
  Json results = Json::array();
  for (std::size_t i = 0; i < fetches.size(); ++i) {
    if (!fetches[i].has_value) {
      results.push_back({{"name", fetches[i].name}, {"dtype", nullptr}});
      continue;
    }
    std::size_t next = 0;
    const auto extents = tensors[i].shape().extents();
    results.push_back({{"name", fetches[i].name},
                       {"dtype", name(tensors[i].dtype())},
                       {"shape", std::vector<std::int64_t>(extents.begin(), extents.end())},
                       {"values", nested(tensors[i], 0, next)}});
  }
  return Json{{"graph", graph}, {"results", results}}.dump(
             -1, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

}  // namespace graphrun
