#include "files/npy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "files/byte_source.h"
#include "files/file_error.h"
#include "files/input_file.h"
#include "files/npy_dtype.h"
#include "files/output_file.h"
#include "files/tensor_bytes.h"

namespace graphrun {
namespace {

static_assert(std::endian::native == std::endian::little, "elements are written as they lie");

// Strings are read this many bytes at a time, or one by one where they are longer.
constexpr std::size_t kStepBytes = std::size_t{1} << 20;

void reverse_each(char* bytes, std::size_t count, std::size_t bytes_per_element) {
  for (std::size_t i = 0; i < count; ++i, bytes += bytes_per_element) {
    std::reverse(bytes, bytes + bytes_per_element);
  }
}

HostTensor read_numbers(ByteSource& source, const NpyHeader& header) {
  HostTensor tensor = tensor_to_read(source.name(), header.dtype, header.shape);
  auto* bytes = static_cast<char*>(tensor.mutable_data());
  source.read(bytes, tensor.bytes());
  if (header.big_endian && header.bytes_per_element > 1) {
    reverse_each(bytes, static_cast<std::size_t>(tensor.elements()), header.bytes_per_element);
  }
  if (header.dtype == DType::boolean) normalise_booleans(tensor);
  return tensor;
}

// False when there is no such character.
bool append_utf8(std::string& text, std::uint32_t character) {
  const auto continuation = [&](int shift) {
    return static_cast<char>(0x80u | ((character >> shift) & 0x3fu));
  };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += {static_cast<char>(0xc0u | (character >> 6)), continuation(0)};
  } else if (character < 0x10000) {
    if (character >= 0xd800 && character < 0xe000) return false;  // halves of UTF-16's pairs
    text += {static_cast<char>(0xe0u | (character >> 12)), continuation(6), continuation(0)};
  } else if (character < 0x110000) {
    text += {static_cast<char>(0xf0u | (character >> 18)), continuation(12), continuation(6),
             continuation(0)};
  } else {
    return false;
  }
  return true;
}

// `bytes` are one element's, in our byte order.
std::string decode_unicode(std::string_view bytes, const std::string& name) {
  std::string text;
  std::size_t at = 0;
  std::size_t padding = 0;
  for (; at + sizeof(char32_t) <= bytes.size(); at += sizeof(char32_t)) {
    std::uint32_t character = 0;
    std::memcpy(&character, bytes.data() + at, sizeof character);
    padding = character == 0 ? padding + 1 : 0;
    if (!append_utf8(text, character)) {
      throw cannot_read(name, fmt::format("it holds U+{:04X}, which is no character", character));
    }
  }
  text.resize(text.size() - padding);
  return text;
}

std::string decode_bytes(std::string_view bytes) {
  const std::size_t last = bytes.find_last_not_of('\0');
  return std::string(bytes.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

HostTensor read_strings(ByteSource& source, const NpyHeader& header) {
  const std::string name = source.name();
  HostTensor tensor = tensor_to_read(name, DType::string, header.shape);
  const std::span<std::string> texts = tensor.as_mutable<std::string>();
  if (texts.empty()) return tensor;
  const std::size_t each = header.bytes_per_element;
  const std::size_t per_step = std::max<std::size_t>(1, kStepBytes / each);
  std::vector<char> step;
  for (std::size_t first = 0; first < texts.size(); first += per_step) {
    const std::size_t count = std::min(per_step, texts.size() - first);
    step.resize(count * each);
    source.read(step.data(), step.size());
    if (header.is_unicode && header.big_endian) {
      reverse_each(step.data(), step.size() / sizeof(char32_t), sizeof(char32_t));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::string_view bytes(step.data() + i * each, each);
      texts[first + i] = header.is_unicode ? decode_unicode(bytes, name) : decode_bytes(bytes);
    }
  }
  return tensor;
}

// `from` has its first extent vary fastest, `to` its last.
template <typename T>
void transpose(const T* from, T* to, const Shape& shape) {
  const auto rank = static_cast<std::size_t>(shape.rank());
  std::array<std::int64_t, Shape::kMaxRank> strides{};  // of `from`
  std::array<std::int64_t, Shape::kMaxRank> index{};
  std::int64_t stride = 1;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    strides[axis] = stride;
    stride *= shape.extents()[axis];
  }
  const std::int64_t elements = shape.elements();
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < elements; ++i) {
    to[i] = from[at];
    for (std::size_t axis = rank; axis-- > 0;) {
      at += strides[axis];
      if (++index[axis] < shape.extents()[axis]) break;
      at -= index[axis] * strides[axis];
      index[axis] = 0;
    }
  }
}

HostTensor in_row_major(const HostTensor& fortran, const std::string& name) {
  HostTensor tensor = tensor_to_read(name, fortran.dtype(), fortran.shape());
  const void* from = fortran.data();
  void* to = tensor.mutable_data();
  const auto transpose_as = [&]<typename T>(T) {
    transpose(static_cast<const T*>(from), static_cast<T*>(to), fortran.shape());
  };
  if (is_string(fortran.dtype())) {
    transpose_as(std::string());
    return tensor;
  }
  switch (bytes_per_element(fortran.dtype())) {
    case 1: transpose_as(std::uint8_t{}); break;
    case 2: transpose_as(std::uint16_t{}); break;
    case 4: transpose_as(std::uint32_t{}); break;
    default: transpose_as(std::uint64_t{}); break;
  }
  return tensor;
}

// S<n>: every string in as many bytes as the longest.
NpyBytes string_bytes(const HostTensor& tensor, const std::string& name) {
  const std::span<const std::string> texts = tensor.as<std::string>();
  std::size_t longest = 1;  // as numpy: none are of no length
  for (std::size_t i = 0; i < texts.size(); ++i) {
    longest = std::max(longest, texts[i].size());
    if (!texts[i].empty() && texts[i].back() == '\0') {
      throw cannot_write(name, fmt::format("its string {} of {} ends in a NUL character, which "
                                           ".npy strings cannot keep",
                                           i + 1, texts.size()));
    }
  }
  try {
    NpyBytes out{npy_header_text(DType::string, tensor.shape(), longest),
                 HostTensor(DType::uint8, {tensor.elements(), static_cast<std::int64_t>(longest)})};
    auto* to = static_cast<char*>(out.data.mutable_data());
    std::memset(to, 0, out.data.bytes());
    for (std::size_t i = 0; i < texts.size(); ++i) {
      std::ranges::copy(texts[i], to + i * longest);
    }
    return out;
  } catch (const Error& error) {  // a long one among many short ones takes much
    throw cannot_write(name, error.what());
  }
}

}  // namespace

NpyHeader read_npy_header(const std::string& path) {
  InputFile file(path);
  return read_npy_header(file);
}

HostTensor read_npy(const std::string& path) {
  InputFile file(path);
  return read_npy(file);
}

HostTensor read_npy(ByteSource& source) {
  const NpyHeader header = read_npy_header(source);
  HostTensor tensor =
      is_string(header.dtype) ? read_strings(source, header) : read_numbers(source, header);
  source.expect_end();
  const bool is_row_major = !header.fortran_order || header.shape.rank() < 2;
  return is_row_major ? tensor : in_row_major(tensor, source.name());
}

void write_npy(const std::string& path, const HostTensor& tensor) {
  const NpyBytes bytes = npy_bytes(tensor, quote_path(path));
  OutputFile file(path);
  file.write(bytes.header.data(), bytes.header.size());
  file.write(bytes.data.data(), bytes.data.bytes());
  file.commit();
}

NpyBytes npy_bytes(const HostTensor& tensor, const std::string& name) {
  if (!is_in_npy(tensor.dtype())) {
    throw cannot_write(
        name, fmt::format("arrays of {} are not supported", graphrun::name(tensor.dtype())));
  }
  if (is_string(tensor.dtype())) return string_bytes(tensor, name);
  return {npy_header_text(tensor.dtype(), tensor.shape(), bytes_per_element(tensor.dtype())),
          tensor};
}

}  // namespace graphrun
