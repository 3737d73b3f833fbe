#include "graph/name_index.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace graphrun {
namespace {

// Of text; each block is twice the one before it.
constexpr std::size_t kFirstBlockBytes = 256;
constexpr std::size_t kLargestBlockBytes = 1 << 16;

constexpr std::size_t kFewestSlots = 16;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// FNV-1a over the lower-cased name, so that both kinds of question find the same slot, with a last
// mix since names differ mostly in their last digits.
std::uint32_t hash_of(std::string_view name) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(lower(c))) * 1099511628211ull;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace

std::string_view NameIndex::add(std::string_view name) {
  if (room_ < name.size()) {
    block_bytes_ =
        blocks_.empty() ? kFirstBlockBytes : std::min(2 * block_bytes_, kLargestBlockBytes);
    room_ = std::max(block_bytes_, name.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
    next_ = blocks_.back().get();
  }
  char* at = next_;
  std::memcpy(at, name.data(), name.size());
  next_ += name.size();
  room_ -= name.size();

  if ((names_.size() + 1) * 2 > slots_.size()) grow();
  names_.emplace_back(at, name.size());
  put(hash_of(name), static_cast<std::uint32_t>(names_.size() - 1));
  return names_.back();
}

std::uint32_t NameIndex::find(std::string_view name) const {
  if (slots_.empty()) return kNone;
  const std::uint32_t hash = hash_of(name);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask; slots_[i].number != kNone; i = (i + 1) & mask) {
    if (slots_[i].hash == hash && names_[slots_[i].number] == name) return slots_[i].number;
  }
  return kNone;
}

bool NameIndex::contains_ignoring_case(std::string_view name) const {
  if (slots_.empty()) return false;
  const std::uint32_t hash = hash_of(name);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask; slots_[i].number != kNone; i = (i + 1) & mask) {
    if (slots_[i].hash == hash && equal_ignoring_case(names_[slots_[i].number], name)) return true;
  }
  return false;
}

void NameIndex::grow() {
  const std::vector<Slot> old = std::exchange(
      slots_, std::vector<Slot>(std::max<std::size_t>(kFewestSlots, slots_.size() * 2)));
  for (const Slot& slot : old) {
    if (slot.number != kNone) put(slot.hash, slot.number);
  }
}

void NameIndex::put(std::uint32_t hash, std::uint32_t number) {
  const std::size_t mask = slots_.size() - 1;
  std::size_t i = hash & mask;
  while (slots_[i].number != kNone) i = (i + 1) & mask;
  slots_[i] = {hash, number};
}

}  // namespace graphrun
