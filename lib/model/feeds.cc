#include "model/feeds.h"

#include <fmt/format.h>

#include "model/feed_reader.h"

namespace graphrun {
namespace {

class FeedsReader {
 public:
  FeedsReader(Evaluator& evaluator, const std::string& folder, Model& model)
      : evaluator_(evaluator), reader_(evaluator.reader()), folder_(folder), model_(model) {}

  void read() {
    for (const Field& field : evaluator_.file().feeds) read(field);
  }

 private:
  void read(const Field& field) {
    const std::string name(evaluator_.document().text(field.key));
    try {
      for (const Fetch& fetch : find_fetch(model_, name)) feed(field, fetch.output);
    } catch (const LookupFault& fault) {
      reader_.complain(field.key, fault.what, fault.note);
    }
  }

  void feed(const Field& field, OutputRef output) {
    const Node& node = model_.graph.node(output.node);
    if (node.op->name != "Placeholder") {
      reader_.complain(field.key, fmt::format("'{}' is a {}; only a Placeholder is fed", node.name,
                                              node.op->name));
      return;
    }
    for (const Feed& other : model_.feeds) {
      if (other.placeholder != output.node) continue;
      reader_.complain(field.key, fmt::format("'{}' is fed twice", node.name));
      return;
    }
    const Output& tensor = model_.graph.output(output);
    auto source = read_feed(evaluator_, field.value, tensor.dtype, tensor.shape, folder_);
    if (!source) return;
    const FilePosition at = evaluator_.document().position(field.key);
    model_.feeds.push_back(
        {output.node, std::move(*source), fmt::format("{}:{}:{}", at.file, at.line, at.column)});
  }

  Evaluator& evaluator_;
  DocumentReader& reader_;
  const std::string& folder_;
  Model& model_;
};

}  // namespace

void read_feeds(Evaluator& evaluator, const std::string& folder, Model& model) {
  FeedsReader(evaluator, folder, model).read();
}

}  // namespace graphrun
