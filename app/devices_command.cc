// graphrun devices: list devices, real and simulated, and why a GPU is not usable.

#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands.h"
#include "app/device_option.h"
#include "app/logging.h"
#include "app/output.h"
#include "app/print_option.h"
#include "backends/gpu_module.h"
#include "report/device_lines.h"
#include "report/placement_json.h"

namespace graphrun {
namespace {

struct Options {
  DeviceOption devices;
  PrintOption print;
  LoggingOption logging;
};

void run(const Options& options) {
  options.logging.apply();
  const auto devices = options.devices.find({});
  print(options.print.is_json() ? devices_json(devices) : device_list(devices));
  if (options.devices.is_simulated()) return;
  const UsableGpus& found = usable_gpus();
  if (found.gpus.empty()) {
    print_note("no GPU is usable: " + found.why_none + "; --simulate-gpus N simulates some\n");
  } else {
    for (const std::string& why : found.unusable) print_note("a GPU is not usable: " + why + "\n");
  }
}

}  // namespace

void add_devices_command(CLI::App& cli) {
  CLI::App* command =
      cli.add_subcommand("devices", "List devices, and say why a GPU is not usable");
  auto options = std::make_shared<Options>();
  options->devices.add_to(*command);
  options->print.add_to(*command);
  options->logging.add_to(*command);
  command->callback([options] { run(*options); });
}

}  // namespace graphrun
