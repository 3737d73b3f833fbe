#include "runtime/tensor.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "catch.h"

namespace graphrun {
namespace {

// Knows what has not been given back.
class CountingMemory final : public Memory {
 public:
  void* allocate(std::size_t bytes) override {
    if (bytes > limit) return nullptr;
    void* memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    pieces[memory] = bytes;
    return memory;
  }
  void deallocate(void* memory) noexcept override {
    pieces.erase(memory);
    std::free(memory);
  }
  const std::string& name() const override { return name_; }
  BfcStatistics statistics() const override { return {}; }
  std::string report(std::size_t) const override { return {}; }

  std::size_t limit = 1000;
  std::map<void*, std::size_t> pieces;

 private:
  std::string name_ = "counting";
};

// In an array, as the executor has them.
std::unique_ptr<Buffer[]> make_buffer() { return std::make_unique<Buffer[]>(1); }

TEST_CASE("memory is given back by the last tensor that owns it") {
  CountingMemory memory;
  const auto buffers = make_buffer();
  Buffer& buffer = buffers[0];
  REQUIRE(buffer.allocate(memory, DType::float32, 6));
  CHECK(buffer.bytes() == 24);
  CHECK(buffer.memory() == &memory);
  Tensor tensor(buffer, DType::float32, {2, 3});
  {
    const Tensor copy = tensor;
    tensor = Tensor();
    CHECK(memory.pieces.size() == 1);
    CHECK(copy.data() == buffer.data());
  }
  CHECK(memory.pieces.empty());
  CHECK(buffer.memory() == nullptr);
  CHECK(buffer.data() == nullptr);
}

TEST_CASE("a buffer serves one tensor after another") {
  CountingMemory memory;
  const auto buffers = make_buffer();
  Buffer& buffer = buffers[0];
  for (int run = 0; run < 3; ++run) {
    REQUIRE(buffer.allocate(memory, DType::int64, 4));
    const Tensor tensor(buffer, DType::int64, {4});
    CHECK(memory.pieces.size() == 1);
  }
  CHECK(memory.pieces.empty());
}

TEST_CASE("a moved tensor owns what the other did, once") {
  CountingMemory memory;
  const auto buffers = make_buffer();
  Buffer& buffer = buffers[0];
  REQUIRE(buffer.allocate(memory, DType::int8, 3));
  Tensor from(buffer, DType::int8, {3});
  Tensor to = std::move(from);
  CHECK(to.is_set());
  CHECK(to.shape() == Shape{3});
  from = Tensor();
  CHECK(memory.pieces.size() == 1);
  to = std::move(to);
  CHECK(memory.pieces.size() == 1);
  to = Tensor();
  CHECK(memory.pieces.empty());
}

TEST_CASE("a buffer of its own is gone with its last owner") {
  CountingMemory memory;
  {
    Buffer& buffer = Buffer::create();
    const Tensor tensor(buffer, DType::float64, {5});
    REQUIRE(buffer.allocate(memory, DType::float64, 5));
    CHECK(memory.pieces.begin()->second == 40);
  }
  CHECK(memory.pieces.empty());
}

TEST_CASE("a buffer that gets no memory holds none") {
  CountingMemory memory;
  memory.limit = 15;
  const auto buffers = make_buffer();
  Buffer& buffer = buffers[0];
  CHECK_FALSE(buffer.allocate(memory, DType::float32, 4));
  CHECK(buffer.memory() == nullptr);
  CHECK(buffer.bytes() == 0);
  memory.limit = 16;
  CHECK(buffer.allocate(memory, DType::float32, 4));
  const Tensor tensor(buffer, DType::float32, {4});
}

TEST_CASE("an empty tensor needs no memory") {
  CountingMemory memory;
  memory.limit = 0;
  const auto buffers = make_buffer();
  Buffer& buffer = buffers[0];
  REQUIRE(buffer.allocate(memory, DType::float32, 0));
  const Tensor tensor(buffer, DType::float32, {0, 3});
  CHECK(tensor.is_set());
  CHECK(tensor.elements() == 0);
  CHECK(tensor.as<float>().empty());
  CHECK(memory.pieces.empty());
}

TEST_CASE("strings live as long as their tensor") {
  CountingMemory memory;
  const auto buffers = make_buffer();
  Buffer& buffer = buffers[0];
  REQUIRE(buffer.allocate(memory, DType::string, 2));
  {
    const Tensor tensor(buffer, DType::string, {2});
    CHECK(tensor.as<const std::string>()[1].empty());
    tensor.as<std::string>()[0] = std::string(1000, 'x');  // a leak if it is not destroyed
  }
  CHECK(memory.pieces.empty());
}

TEST_CASE("what is borrowed of a host tensor outlives it") {
  const auto buffers = make_buffer();
  Buffer& buffer = buffers[0];
  Tensor tensor;
  {
    const HostTensor host = HostTensor::of<float>({2}, {1, 2});
    buffer.borrow(host);
    tensor = Tensor(buffer, host.dtype(), host.shape());
    CHECK(tensor.data() == host.data());
  }
  CHECK(tensor.as<float>()[1] == 2);
  CHECK(buffer.memory() == nullptr);
}

TEST_CASE("who has read a variable keeps what was read") {
  CountingMemory memory;
  Variable variable;
  CHECK_FALSE(variable.value().is_set());
  const auto make = [&](float x) {
    Buffer& buffer = Buffer::create();
    Tensor tensor(buffer, DType::float32, {});
    REQUIRE(buffer.allocate(memory, DType::float32, 1));
    tensor.as<float>()[0] = x;
    return tensor;
  };
  variable.set(make(1));
  {
    const Tensor read = variable.value();
    variable.set(make(2));
    CHECK(read.as<float>()[0] == 1);
    CHECK(variable.value().as<float>()[0] == 2);
    CHECK(memory.pieces.size() == 2);
  }
  CHECK(memory.pieces.size() == 1);

  const Tensor reference(variable);
  CHECK(reference.is_set());
  CHECK(reference.variable() == &variable);
  CHECK(reference.data() == nullptr);
  variable.set(Tensor());
  CHECK(memory.pieces.empty());
}

}  // namespace
}  // namespace graphrun
