#include "model/feed_reader.h"

#include "base/error.h"
#include "catch.h"

namespace graphrun {
namespace {

FeedSource feed(const std::string& text, DType dtype = DType::float32,
                const Shape& shape = Shape{2}) {
  return parse_feed(text, dtype, shape, "--feed a");
}

std::string usage_error(const std::string& text) {
  try {
    feed(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("the feed option takes a file by its name") {
  CHECK(std::get<FileFeed>(feed("in/a.npy")).path == "in/a.npy");
  CHECK(std::get<FileFeed>(feed("in/a.npz:x")).path == "in/a.npz");
  CHECK(std::get<FileFeed>(feed("in/a.npz:x")).key == "x");
  const auto raw = std::get<FileFeed>(feed("a.bin:dtype=int32,shape=2x3"));
  CHECK(raw.path == "a.bin");
  CHECK(raw.dtype == DType::int32);
  CHECK(raw.shape == Shape{2, 3});
}

TEST_CASE("the feed option takes random numbers with their settings") {
  const auto uniform = std::get<UniformFeed>(feed("random:seed=3,low=-1,high=2.5"));
  CHECK(uniform.seed == 3);
  CHECK(uniform.low == -1);
  CHECK(uniform.high == 2.5);
  CHECK(std::get<UniformFeed>(feed("random")).high == 1);
  const auto normal = std::get<NormalFeed>(feed("normal:mean=4,stddev=2,seed=1"));
  CHECK(normal.mean == 4);
  CHECK(normal.stddev == 2);
}

TEST_CASE("the feed option takes values as a graph file writes them") {
  const auto list = std::get<TensorLiteral>(feed("[[1, 2], [3, 4]]"));
  CHECK(list.dtype == DType::float32);
  CHECK(list.shape == Shape{2, 2});
  CHECK(list.elements.as<float>()[3] == 4);
  const auto filled = std::get<TensorLiteral>(feed("0.5"));
  CHECK(filled.shape == Shape{2});
  const auto text = std::get<TensorLiteral>(feed("[\"a:b\"]", DType::string));
  CHECK(text.elements.as<std::string>()[0] == "a:b");
}

TEST_CASE("the feed option says what it does not understand") {
  CHECK(usage_error("random:sed=1") == "--feed a: unknown setting 'sed'; did you mean 'seed'?");
  CHECK(usage_error("random:seed=x") == "--feed a: 'x' is not a number");
  CHECK(usage_error("normal:seed") == "--feed a: expected setting=value, got 'seed'");
  CHECK(usage_error("a.bin:dtype=float31,shape=2") == "--feed a: unknown type 'float31'");
  CHECK(usage_error("a.bin:dtype=float32,shape=2x-3") == "--feed a: expected a shape such as 2x3");
  CHECK(usage_error("[1, $n]") == "--feed a: a value on the command line holds no '$'");
  CHECK(usage_error("[1, b]") ==
        "--feed a:1:5: expected float32, got text 'b'\n"
        " 1 | [1, b]\n"
        "   |     ^");
  CHECK(usage_error("[1, 2") ==
        "--feed a:1:1: this '[' is not closed\n"
        " 1 | [1, 2\n"
        "   | ^");
}

}  // namespace
}  // namespace graphrun
