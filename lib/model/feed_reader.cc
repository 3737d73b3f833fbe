#include "model/feed_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/shape_reader.h"
#include "model/tensor_reader.h"

namespace graphrun {
namespace {

constexpr auto kSourceKeys =
    std::to_array<std::string_view>({"file", "value", "random_uniform", "random_normal"});
constexpr auto kFileKeys = std::to_array<std::string_view>({"file", "key", "dtype", "shape"});
constexpr auto kUniformKeys = std::to_array<std::string_view>({"low", "high", "seed"});
constexpr auto kNormalKeys = std::to_array<std::string_view>({"mean", "stddev", "seed"});

class FeedReader {
 public:
  FeedReader(Evaluator& evaluator, DType dtype, const Shape& shape, const std::string& folder)
      : evaluator_(evaluator),
        document_(evaluator.document()),
        reader_(evaluator.reader()),
        dtype_(dtype),
        shape_(shape),
        folder_(folder) {}

  std::optional<FeedSource> read(ValueId value) {
    if (!reader_.expect_mapping(value, "a source, such as {file: a.npy}")) {
      return std::nullopt;
    }
    if (document_.find(value, "file") != kNoValue) return read_file(value);
    reader_.check_keys(value, "a feed", kSourceKeys);
    if (document_.size(value) != 1) {
      reader_.complain(value, fmt::format("a feed has one source: {}", listed(kSourceKeys)));
      return std::nullopt;
    }
    if (const ValueId at = document_.find(value, "value"); at != kNoValue) {
      TensorFrame frame{.dtype = dtype_};
      if (document_.is_scalar(at) && shape_.is_complete()) frame.shape = shape_;
      auto literal = read_tensor(evaluator_, at, frame, folder_);
      if (!literal) return std::nullopt;
      return FeedSource{std::move(*literal)};
    }
    if (const ValueId at = document_.find(value, "random_uniform"); at != kNoValue) {
      UniformFeed feed;
      if (!settings(at, kUniformKeys)) return std::nullopt;
      number(at, "low", feed.low);
      number(at, "high", feed.high);
      seed(at, feed.seed);
      return FeedSource{feed};
    }
    if (const ValueId at = document_.find(value, "random_normal"); at != kNoValue) {
      NormalFeed feed;
      if (!settings(at, kNormalKeys)) return std::nullopt;
      number(at, "mean", feed.mean);
      number(at, "stddev", feed.stddev);
      seed(at, feed.seed);
      return FeedSource{feed};
    }
    return std::nullopt;
  }

 private:
  bool settings(ValueId at, std::span<const std::string_view> keys) {
    if (document_.is_null(at)) return true;
    if (!reader_.expect_mapping(at, "settings: {seed: 1}")) return false;
    reader_.check_keys(at, "a random feed", keys);
    return true;
  }

  void number(ValueId mapping, std::string_view key, double& into) {
    const ValueId at = document_.find(mapping, key);
    if (at == kNoValue) return;
    if (const auto number = evaluator_.number(at, "a number")) into = *number;
  }

  void seed(ValueId mapping, std::int64_t& into) {
    const ValueId at = document_.find(mapping, "seed");
    if (at == kNoValue) return;
    if (const auto seed = evaluator_.integer(at, "an integer seed")) into = *seed;
  }

  std::optional<FeedSource> read_file(ValueId value) {
    reader_.check_keys(value, "a feed from a file", kFileKeys);
    FileFeed feed;
    const auto path = evaluator_.text(document_.find(value, "file"), "a file's name");
    if (!path) return std::nullopt;
    feed.path = path->starts_with('/') ? std::string(*path) : folder_ + std::string(*path);
    if (const ValueId at = document_.find(value, "key"); at != kNoValue) {
      const auto key = evaluator_.text(at, "an array's name in the file");
      if (!key) return std::nullopt;
      feed.key = std::string(*key);
    }
    if (const ValueId at = document_.find(value, "dtype"); at != kNoValue) {
      const auto text = evaluator_.text(at, "a type");
      if (!text) return std::nullopt;
      feed.dtype = parse_dtype(*text);
      if (!feed.dtype) reader_.complain(at, fmt::format("unknown type '{}'", *text));
    }
    if (const ValueId at = document_.find(value, "shape"); at != kNoValue) {
      feed.shape = read_shape(evaluator_, at);
    }
    return FeedSource{std::move(feed)};
  }

  Evaluator& evaluator_;
  const Document& document_;
  DocumentReader& reader_;
  DType dtype_;
  const Shape& shape_;
  const std::string& folder_;
};

}  // namespace

std::optional<FeedSource> read_feed(Evaluator& evaluator, ValueId value, DType dtype,
                                    const Shape& shape, const std::string& folder) {
  return FeedReader(evaluator, dtype, shape, folder).read(value);
}

}  // namespace graphrun
