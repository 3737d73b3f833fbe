#include "model/document.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "files/file_error.h"
#include "model/document_builder.h"
#include "model/yaml_events.h"
#include "model/yaml_fault.h"

namespace graphrun {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// What yaml-cpp would misread in silence.
void check_bytes(const SourceText& source, Complaints& complaints) {
  const std::string& text = source.text();
  const auto complain = [&](std::size_t offset, std::string what, std::string note) {
    complaints.add({source.position(mark_at(text, offset)), std::move(what), std::move(note), ""});
  };
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos) {
    complain(nul, "a NUL byte", "graph files are text");
  } else if (const std::size_t bad = first_invalid_utf8(text); bad != std::string_view::npos) {
    complain(bad,
             fmt::format("byte 0x{:02x} is not valid UTF-8", static_cast<unsigned char>(text[bad])),
             "graph files are UTF-8");
  }
  complaints.throw_if_any();
}

SourceText without_byte_order_mark(SourceText source) {
  if (!source.text().starts_with(kByteOrderMark)) return source;
  return {source.file(), source.text().substr(kByteOrderMark.size())};
}

}  // namespace

Document::Document(SourceText source)
    : source_(std::make_shared<SourceText>(without_byte_order_mark(std::move(source)))) {
  Complaints complaints;
  check_bytes(*source_, complaints);
  DocumentBuilder builder(*this, complaints);
  read_yaml(*source_, builder);
  complaints.throw_if_any();
}

ValueId Document::find(ValueId mapping, std::string_view key) const {
  if (!is_mapping(mapping)) return kNoValue;
  for (ValueId k = first(mapping); k != kNoValue; k = next(next(k))) {
    if (text(k) == key && is_scalar(k)) return next(k);
  }
  return kNoValue;
}

FilePosition Document::position(ValueId id, std::size_t bytes) const {
  const Value& value = values_[id];
  if (value.is_copied) return source_->position(value.mark);
  return source_->position(value.mark, bytes + (value.is_quoted ? 1 : 0));
}

std::string Document::description(ValueId id) const {
  switch (kind(id)) {
    case ValueKind::null: return "nothing";
    case ValueKind::sequence: return "a list";
    case ValueKind::mapping: return "a mapping";
    case ValueKind::scalar: break;
  }
  return quote(text(id));
}

}  // namespace graphrun
