// The names of a graph's nodes: keeps them, and finds a node by its name.
//
// Written by hand because a graph has up to millions of names: a std::unordered_map of strings
// costs an allocation a name and three times the time of this open-addressing table over one text
// arena. TensorFlow 1.15 lets no two names differ in letter case alone, so the table can be asked
// either way.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace graphrun {

class NameIndex {
 public:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // Numbers count up from 0. The view lives as long as the index.
  // REQUIRES: find(name) == kNone.
  std::string_view add(std::string_view name);

  std::uint32_t find(std::string_view name) const;  // kNone: no such name
  bool contains_ignoring_case(std::string_view name) const;

  std::string_view name(std::uint32_t number) const { return names_[number]; }
  const std::vector<std::string_view>& all() const { return names_; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = kNone;
  };

  void grow();
  void put(std::uint32_t hash, std::uint32_t number);

  std::vector<std::string_view> names_;
  std::vector<Slot> slots_;  // a power of two, at most half full
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t block_bytes_ = 0;  // of the last block, but for a name that is longer
  char* next_ = nullptr;         // the first free byte of the last block
  std::size_t room_ = 0;         // bytes left from there
};

}  // namespace graphrun
