#include "files/npz_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

#include "base/closest_match.h"
#include "files/byte_source.h"
#include "files/file_error.h"
#include "files/input_file.h"
#include "files/npy_file.h"
#include "files/output_file.h"

namespace graphrun {
namespace {

constexpr std::string_view kSuffix = ".npy";

// Deflate's best: 258 bytes from two bits.
constexpr std::uint64_t kMostPerDeflatedByte = 1032;

// What libzip is given or asked for at a time; its own lengths are signed.
constexpr std::size_t kStepBytes = std::size_t{1} << 30;

// libzip's account of a failure.
class ZipError {
 public:
  explicit ZipError(int code = 0) { zip_error_init_with_code(&error_, code); }
  ZipError(const ZipError&) = delete;
  ZipError& operator=(const ZipError&) = delete;
  ~ZipError() { zip_error_fini(&error_); }

  zip_error_t* get() { return &error_; }
  std::string reason() { return zip_error_strerror(&error_); }

 private:
  zip_error_t error_{};
};

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* member) const { zip_fclose(member); }  // only read: nothing to lose
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using ZipPtr = std::unique_ptr<zip_t, Discard>;
using ZipFilePtr = std::unique_ptr<zip_file_t, Discard>;
using ZipSourcePtr = std::unique_ptr<zip_source_t, Discard>;

struct Entry {
  std::string_view key;
  zip_uint64_t index;
};

class Archive {
 public:
  explicit Archive(const std::string& path) : name_(quote_path(path)) {
    InputFile file(path);
    bytes_ = file.bytes();
    if (bytes_ == 0) throw cannot_read(name_, "it is empty; expected a .npz archive");
    int code = 0;
    zip_.reset(zip_fdopen(file.descriptor(), 0, &code));
    if (code == ZIP_ER_NOZIP) throw cannot_read(name_, "it is no .npz archive (a zip file)");
    if (zip_ == nullptr) throw cannot_read(name_, ZipError(code).reason());
    file.release();
    list_entries();
  }

  const std::string& name() const { return name_; }
  std::uint64_t bytes() const { return bytes_; }
  zip_t* zip() const { return zip_.get(); }
  const std::vector<Entry>& entries() const { return entries_; }

  const Entry& entry(std::string_view key) const {
    if (const Entry* found = find(key)) return *found;
    if (key.ends_with(kSuffix)) {  // numpy takes the name of the member as well
      if (const Entry* found = find(key.substr(0, key.size() - kSuffix.size()))) return *found;
    }
    throw cannot_read(name_, fmt::format("it has no array {}; {}", quote(key), what_there_is(key)));
  }

 private:
  void list_entries() {
    const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const auto index = static_cast<zip_uint64_t>(i);
      const char* text = zip_get_name(zip_.get(), index, ZIP_FL_ENC_GUESS);
      const std::string_view member = text == nullptr ? "" : text;
      if (!member.ends_with(kSuffix)) continue;
      entries_.push_back({member.substr(0, member.size() - kSuffix.size()), index});
    }
  }

  const Entry* find(std::string_view key) const {
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    return found == entries_.end() ? nullptr : &*found;
  }

  std::string what_there_is(std::string_view key) const {
    constexpr std::size_t kMostListed = 8;
    constexpr std::size_t kMostCompared = 10000;  // a guess is not worth more time
    if (entries_.empty()) return "it has none at all";
    std::vector<std::string_view> keys;
    for (const Entry& entry : entries_) {
      if (keys.size() < kMostCompared) keys.push_back(entry.key);
    }
    const std::string_view near = closest_match(key, keys);
    if (!near.empty()) return fmt::format("did you mean {}?", quote(near));
    std::vector<std::string> listed;
    for (const std::string_view each : std::span(keys).first(std::min(keys.size(), kMostListed))) {
      listed.push_back(quote(each));
    }
    const std::size_t more = entries_.size() - listed.size();
    return fmt::format("it has {}{}", fmt::join(listed, ", "),
                       more == 0 ? "" : fmt::format(" and {} more", more));
  }

  std::string name_;
  std::uint64_t bytes_ = 0;
  ZipPtr zip_;
  std::vector<Entry> entries_;  // keys point into `zip_`
};

class Member final : public ByteSource {
 public:
  Member(const Archive& archive, const Entry& entry)
      : name_(fmt::format("{} in {}", quote(entry.key), archive.name())) {
    zip_stat_t status;
    zip_stat_init(&status);
    if (zip_stat_index(archive.zip(), entry.index, 0, &status) != 0) {
      throw cannot_read(name_, zip_strerror(archive.zip()));
    }
    check(status, archive.bytes());
    bytes_ = status.size;
    file_.reset(zip_fopen_index(archive.zip(), entry.index, 0));
    if (file_ == nullptr) throw cannot_read(name_, zip_strerror(archive.zip()));
  }

  std::string name() const override { return name_; }
  std::uint64_t bytes() const override { return bytes_; }

  void read(void* to, std::size_t bytes) override {
    auto* at = static_cast<std::byte*>(to);
    while (bytes > 0) {
      const std::size_t got = read_some(at, std::min(bytes, kStepBytes));
      if (got == 0) throw cannot_read(name_, "it ends before the size that the archive gives");
      at += got;
      bytes -= got;
    }
  }

  // libzip compares the checksum when it meets the end.
  void expect_end() override {
    std::byte beyond{};
    if (read_some(&beyond, 1) != 0) {
      throw cannot_read(name_, "it goes on beyond the size that the archive gives");
    }
  }

 private:
  // A size that is claimed must be one that so many bytes can unpack to, so that an archive cannot
  // have us allocate much more than it is itself worth.
  void check(const zip_stat_t& status, std::uint64_t archive_bytes) const {
    constexpr zip_uint64_t kNeeded =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((status.valid & kNeeded) != kNeeded) throw cannot_read(name_, "its size is not known");
    if (status.encryption_method != ZIP_EM_NONE) throw cannot_read(name_, "it is encrypted");
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE) {
      throw cannot_read(name_, fmt::format("it is compressed by method {}; expected 0 (stored) or "
                                           "8 (deflated)",
                                           status.comp_method));
    }
    const std::uint64_t most = status.comp_method == ZIP_CM_STORE ? 1 : kMostPerDeflatedByte;
    if (status.comp_size > archive_bytes || status.size / most > status.comp_size) {
      throw cannot_read(name_, fmt::format("it claims to hold {} bytes in {}, which cannot be",
                                           status.size, status.comp_size));
    }
  }

  std::size_t read_some(void* to, std::size_t bytes) {
    const zip_int64_t got = zip_fread(file_.get(), to, bytes);
    if (got < 0) throw cannot_read(name_, zip_file_strerror(file_.get()));
    return static_cast<std::size_t>(got);
  }

  std::string name_;
  std::uint64_t bytes_ = 0;
  ZipFilePtr file_;
};

// An archive that is made in memory. The sources that are added must live until close().
class NewArchive {
 public:
  explicit NewArchive(std::string name) : name_(std::move(name)) {
    ZipError error;
    content_.reset(zip_source_buffer_create(nullptr, 0, 0, error.get()));
    if (content_ != nullptr) {
      zip_source_keep(content_.get());  // the archive owns it too, from here on
      zip_.reset(zip_open_from_source(content_.get(), ZIP_CREATE | ZIP_TRUNCATE, error.get()));
      if (zip_ == nullptr) zip_source_free(content_.get());
    }
    if (zip_ == nullptr) throw cannot_write(name_, error.reason());
  }

  void add(const std::string& key, const NpyBytes& npy, NpzMembers members) {
    // libzip takes them as mutable, and does not change them.
    auto* header = reinterpret_cast<zip_uint8_t*>(const_cast<char*>(npy.header.data()));
    auto* data = static_cast<zip_uint8_t*>(const_cast<void*>(npy.data.data()));
    const std::array<zip_buffer_fragment_t, 2> parts = {
        {{header, npy.header.size()}, {data, npy.data.bytes()}}};
    ZipError error;
    zip_source_t* source =
        zip_source_buffer_fragment_create(parts.data(), parts.size(), 0, error.get());
    if (source == nullptr) throw cannot_write(name_, error.reason());
    const zip_int64_t added =
        zip_file_add(zip_.get(), (key + std::string(kSuffix)).c_str(), source, ZIP_FL_ENC_UTF_8);
    if (added < 0) {
      zip_source_free(source);
      fail(key);
    }
    const auto index = static_cast<zip_uint64_t>(added);
    const int method = members == NpzMembers::stored ? ZIP_CM_STORE : ZIP_CM_DEFLATE;
    if (zip_set_file_compression(zip_.get(), index, method, 0) != 0) fail(key);
    // The first day that zip knows, as numpy: the bytes shall not depend on the clock.
    constexpr zip_uint16_t kFirstOfJanuary1980 = 1u << 5 | 1u;
    if (zip_file_set_dostime(zip_.get(), index, 0, kFirstOfJanuary1980, 0) != 0) fail(key);
  }

  // The archive's bytes are put into `file`.
  void close(OutputFile& file) {
    if (zip_close(zip_.get()) != 0) throw cannot_write(name_, zip_strerror(zip_.get()));
    (void)zip_.release();  // it is gone
    if (zip_source_open(content_.get()) != 0) fail_content();
    std::vector<std::byte> step(std::size_t{1} << 20);
    for (;;) {
      const zip_int64_t got = zip_source_read(content_.get(), step.data(), step.size());
      if (got < 0) fail_content();
      if (got == 0) break;
      file.write(step.data(), static_cast<std::size_t>(got));
    }
    zip_source_close(content_.get());
  }

 private:
  [[noreturn]] void fail(const std::string& key) const {
    throw cannot_write(fmt::format("{} to {}", quote(key), name_), zip_strerror(zip_.get()));
  }
  [[noreturn]] void fail_content() const {
    throw cannot_write(name_, zip_error_strerror(zip_source_error(content_.get())));
  }

  std::string name_;
  ZipSourcePtr content_;
  ZipPtr zip_;
};

}  // namespace

std::vector<std::string> npz_keys(const std::string& path) {
  const Archive archive(path);
  std::vector<std::string> keys;
  for (const Entry& entry : archive.entries()) keys.emplace_back(entry.key);
  return keys;
}

NpyHeader read_npz_header(const std::string& path, const std::string& key) {
  const Archive archive(path);
  Member member(archive, archive.entry(key));
  return read_npy_header(member);
}

HostTensor read_npz(const std::string& path, const std::string& key) {
  const Archive archive(path);
  Member member(archive, archive.entry(key));
  return read_npy(member);
}

void write_npz(const std::string& path, std::span<const NamedArray> arrays, NpzMembers members) {
  const std::string name = quote_path(path);
  std::vector<NpyBytes> contents;
  for (const NamedArray& array : arrays) {
    contents.push_back(npy_bytes(array.array, fmt::format("{} to {}", quote(array.key), name)));
  }
  OutputFile file(path);
  if (arrays.empty()) {
    // libzip writes no file for an archive without members, and zip has a form for it.
    const std::string empty = "PK\x05\x06" + std::string(18, '\0');
    file.write(empty.data(), empty.size());
  } else {
    NewArchive archive(name);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      archive.add(arrays[i].key, contents[i], members);
    }
    archive.close(file);
  }
  file.commit();
}

}  // namespace graphrun
