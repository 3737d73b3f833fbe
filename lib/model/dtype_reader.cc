#include "model/dtype_reader.h"

#include <fmt/format.h>

#include "base/closest_match.h"

namespace graphrun {

std::optional<DType> read_dtype(DocumentReader& reader, ValueId at, std::string_view hint) {
  const auto text = reader.text_of(at, "a type, such as float32");
  if (!text) return std::nullopt;
  const auto dtype = parse_dtype(*text);
  if (!dtype) {
    std::vector<std::string_view> known;
    for (const DType other : all_dtypes()) known.push_back(name(other));
    reader.complain(at, fmt::format("unknown type '{}'", *text), did_you_mean(*text, known),
                    std::string(hint));
  }
  return dtype;
}

DTypes read_dtypes(DocumentReader& reader, ValueId at) {
  const Document& document = reader.document();
  if (!document.is_sequence(at)) {
    const auto dtype = read_dtype(reader, at);
    return dtype ? DTypes{*dtype} : DTypes();
  }
  if (document.size(at) == 0) reader.complain(at, "expected at least one type, got an empty list");
  DTypes dtypes;
  bool is_good = true;
  for (ValueId item = document.first(at); item != kNoValue; item = document.next(item)) {
    if (const auto dtype = read_dtype(reader, item)) {
      dtypes = dtypes | DTypes{*dtype};
    } else {
      is_good = false;
    }
  }
  return is_good ? dtypes : DTypes();
}

}  // namespace graphrun
