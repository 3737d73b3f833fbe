// The commands of the program: each is a file of its own, <name>_command.cc.

#pragma once

namespace CLI {
class App;
}

namespace graphrun {

void add_run_command(CLI::App& cli);
void add_bench_command(CLI::App& cli);
void add_place_command(CLI::App& cli);
void add_plan_command(CLI::App& cli);
void add_devices_command(CLI::App& cli);
void add_ops_command(CLI::App& cli);
void add_check_command(CLI::App& cli);
void add_passes_command(CLI::App& cli);

// In the order of --help.
inline constexpr auto kCommands = {add_run_command,  add_bench_command, add_place_command,
                                   add_plan_command, add_check_command, add_devices_command,
                                   add_ops_command,  add_passes_command};

}  // namespace graphrun
