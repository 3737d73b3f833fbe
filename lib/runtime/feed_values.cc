#include "runtime/feed_values.h"

#include <fmt/format.h>

#include "base/error.h"
#include "files/array_file.h"
#include "files/raw_file.h"
#include "runtime/compute_share.h"
#include "runtime/literal.h"
#include "runtime/random_fill.h"

namespace graphrun {
namespace {

class FeedMaker {
 public:
  FeedMaker(const Graph& graph, const Feed& feed)
      : feed_(feed),
        name_(graph.node(feed.placeholder).name),
        output_(graph.output({feed.placeholder, 0})) {}

  HostTensor make() const {
    HostTensor tensor =
        std::visit([this](const auto& source) { return value(source); }, feed_.source);
    if (tensor.dtype() != output_.dtype) {
      refuse(fmt::format("the value is {}, but placeholder '{}' is {}", name(tensor.dtype()), name_,
                         name(output_.dtype)));
    }
    if (!output_.shape.is_compatible_with(tensor.shape())) {
      // TensorFlow's words, with its tuples written as shapes.
      refuse(fmt::format("Cannot feed value of shape {} for Tensor '{}:0', which has shape '{}'",
                         to_string(tensor.shape()), name_, to_string(output_.shape)));
    }
    return tensor;
  }

  Shape shape() const {
    if (const auto* literal = std::get_if<TensorLiteral>(&feed_.source)) return literal->shape;
    const auto* file = std::get_if<FileFeed>(&feed_.source);
    if (file == nullptr || !is_array(*file)) {
      return file != nullptr && file->shape ? *file->shape : output_.shape;
    }
    try {
      return read_array_header(file->path, file->key).shape;
    } catch (const Error& error) {
      throw Error(error.status(), fmt::format("{}: {}", feed_.said_by, error.what()));
    }
  }

 private:
  static bool is_array(const FileFeed& file) { return is_npy(file.path) || is_npz(file.path); }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ExitStatus::invalid, fmt::format("{}: {}", feed_.said_by, what));
  }

  HostTensor value(const FileFeed& file) const {
    const DType dtype = file.dtype.value_or(output_.dtype);
    const Shape shape = file.shape.value_or(output_.shape);
    if (!is_array(file) && !shape.is_complete()) {
      refuse(fmt::format("a raw file needs its shape, such as {}:shape=2x3", file.path));
    }
    try {
      return is_array(file) ? read_array(file.path, file.key) : read_raw(file.path, dtype, shape);
    } catch (const Error& error) {
      throw Error(error.status(), fmt::format("{}: {}", feed_.said_by, error.what()));
    }
  }

  HostTensor value(const TensorLiteral& literal) const { return elements_of(literal); }

  HostTensor value(const UniformFeed& feed) const {
    HostTensor tensor = random_tensor();
    const ComputeShare share;
    if (is_floating_point(tensor.dtype())) {
      fill_uniform(tensor.mutable_data(), tensor.dtype(), tensor.elements(), stream(feed.seed),
                   feed.low, feed.high);
    } else if (tensor.dtype() == DType::int32 || tensor.dtype() == DType::int64) {
      if (!(feed.low < feed.high)) refuse("needs low < high");
      if (feed.low == 0 && feed.high == 1) {  // as when neither is given
        refuse("whole numbers from 0 to below 1 are all 0: say how far they go, as in 'high: 10'");
      }
      fill_uniform_int(tensor.mutable_data(), tensor.dtype(), tensor.elements(), stream(feed.seed),
                       static_cast<std::int64_t>(feed.low), static_cast<std::int64_t>(feed.high));
    } else {
      refuse(fmt::format("there are no random numbers of type {}", name(tensor.dtype())));
    }
    return tensor;
  }

  HostTensor value(const NormalFeed& feed) const {
    HostTensor tensor = random_tensor();
    if (!is_floating_point(tensor.dtype())) {
      refuse(fmt::format("there are no normal numbers of type {}", name(tensor.dtype())));
    }
    const ComputeShare share;
    fill_normal(tensor.mutable_data(), tensor.dtype(), tensor.elements(), stream(feed.seed),
                feed.mean, feed.stddev);
    return tensor;
  }

  HostTensor random_tensor() const {
    if (!output_.shape.is_complete()) {
      refuse(fmt::format("random numbers need a shape, but that of placeholder '{}' is {}", name_,
                         output_.shape.has_rank() ? to_string(output_.shape) : "unknown"));
    }
    return {output_.dtype, output_.shape};
  }

  // Seed 0 is a seed like any other here: a feed is always the same.
  static RandomStream stream(std::int64_t seed) {
    return {.seed = static_cast<std::uint64_t>(seed)};
  }

  const Feed& feed_;
  std::string_view name_;
  const Output& output_;
};

}  // namespace

HostTensor feed_value(const Graph& graph, const Feed& feed) {
  return FeedMaker(graph, feed).make();
}

Shape feed_shape(const Graph& graph, const Feed& feed) { return FeedMaker(graph, feed).shape(); }

}  // namespace graphrun
