// Reads a YAML file by yaml-cpp's events and counts them: what reading a graph file can reach.
// Without a file it only loads yaml-cpp: what starting the program can reach.
//
//   bare_yaml_events [FILE]

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <cstdio>
#include <fstream>

namespace {

class Counter final : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override { ++events; }
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override { ++events; }
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {
    ++events;
  }
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    ++events;
  }
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    ++events;
  }
  void OnMapEnd() override {}

  long events = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Counter counter;
  if (argc > 1) {
    std::ifstream file(argv[1]);
    YAML::Parser parser(file);
    parser.HandleNextDocument(counter);
  }
  std::printf("%ld\n", counter.events);
  return 0;
}
