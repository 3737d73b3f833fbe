#include "runtime/memory_walk.h"

#include <algorithm>

#include "graph/type_inference.h"

namespace graphrun {
namespace {

// Whose memory a host's is counted as: its first CPU's.
DeviceIndex client_of(const std::vector<DeviceName>& devices, DeviceIndex device) {
  const DeviceName& name = devices[device];
  for (DeviceIndex other = 0; other < devices.size(); ++other) {
    const DeviceName& candidate = devices[other];
    if (candidate.type == DeviceType::cpu && candidate.job == name.job &&
        candidate.replica == name.replica && candidate.task == name.task) {
      return other;
    }
  }
  return device;
}

bool takes_reference(const Graph& graph, NodeId id, std::size_t i) {
  const OpDef& op = *graph.node(id).op;
  const int arg = arg_of_input(op, graph.inputs(id).size(), i);
  return op.inputs[static_cast<std::size_t>(arg)].is_ref;
}

// Of the inputs, the first whose type is the op's first type attribute; inputs.size(): none is.
std::size_t typed_input(const OpDef& op, std::size_t inputs) {
  std::size_t i = 0;
  for (; i < inputs; ++i) {
    const ArgDef& arg = op.inputs[static_cast<std::size_t>(arg_of_input(op, inputs, i))];
    if (arg.kind == ArgDef::Kind::attribute && arg.type_attribute == 0) break;
  }
  return i;
}

}  // namespace

void MemoryWalk::carry_out(const Plan& plan) {
  plan_ = &plan;
  slots_.assign(plan.slots.size(), {});
  readers_.clear();
  for (const Slot& slot : plan.slots) readers_.push_back(slot.readers);
  for (const Plan::FedSlot& fed : plan.fed) {
    const std::size_t account = account_of(plan.slots[fed.slot].space);
    if (!fed_.insert(fed.placeholder).second) continue;
    const auto bytes = shapes_.bytes({fed.placeholder, 0});
    accounts_[account].need.beside[static_cast<std::size_t>(MemoryUse::feeds)] += bytes.value_or(0);
  }
  for (const StepId number : walk_order(graph_, plan, copies_)) {
    const Step& step = plan.steps[number];
    node_ = step.node;
    if (step.is_copy) {
      run_copy(step);
    } else {
      run_node(step);
    }
    release_after(step);
  }
  for (const SlotId slot : plan.fetched) {
    if (slot != kNoSlotId) release(slots_[slot]);
  }
}

void MemoryWalk::run_copy(const Step& step) {
  const Slot& slot = plan_->slots[step.first_output];
  const bool of_feed = fed_.contains(slot.tensor.node);
  slots_[step.first_output] = {.piece =
                                   allocate(slot.space, slot.tensor, slot.tensor,
                                            of_feed ? MemoryUse::feeds : MemoryUse::temporaries)};
}

void MemoryWalk::run_node(const Step& step) {
  read_inputs(step);
  // A variable's next value is there before the last one goes.
  PieceId next = kNoPiece;
  if (updated_ != kNoNode) {
    const Output& output = graph_.output({step.node, 0});
    const OutputRef measured{output.is_ref ? step.node : updated_, 0};
    next = allocate(plan_->slots[step.first_output].space, {updated_, 0}, measured,
                    MemoryUse::variables);
  }
  for (std::uint32_t i = 0; i < step.outputs; ++i) {
    slots_[step.first_output + i] = output(step, i);
  }
  if (updated_ != kNoNode) {
    const auto [value, is_new] = variables_.try_emplace(updated_, next);
    if (!is_new) release_piece(std::exchange(value->second, next));
  }
  for (Content& input : inputs_) release(input);
}

// Who reads a variable reads the value it has now, and keeps it until it is done.
void MemoryWalk::read_inputs(const Step& step) {
  inputs_.clear();
  updated_ = kNoNode;
  const auto slots = plan_->inputs_of(step);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Content& content = slots_[slots[i]];
    if (content.variable == kNoNode) {
      inputs_.push_back(shared(content));
    } else if (takes_reference(graph_, step.node, i)) {
      updated_ = content.variable;
      inputs_.push_back(content);
    } else {
      const auto value = variables_.find(content.variable);
      inputs_.push_back(value == variables_.end() ? Content{} : shared({.piece = value->second}));
    }
  }
}

// Where a node's output lies. All that makes an output take no memory of its own is decided here.
MemoryWalk::Content MemoryWalk::output(const Step& step, std::uint32_t i) {
  const OutputRef tensor{step.node, i};
  const OpDef& op = *graph_.node(step.node).op;
  if (graph_.output(tensor).is_ref) {
    return {.variable = updated_ == kNoNode ? step.node : updated_};
  }
  if (const Content* input = passed_on(step, i)) return shared(*input);
  if (const PieceId taken = taken_over(step, i); taken != kNoPiece) return {.piece = taken};
  const SpaceId space = plan_->slots[step.first_output + i].space;
  if (!op.keeps_outputs) {
    return {.piece = allocate(space, tensor, tensor, MemoryUse::temporaries)};
  }
  const auto [kept, is_new] = kept_.try_emplace(tensor);
  if (is_new && plan_->spaces[space].is_host) {  // it lies where it was read
    accounts_[account_of(space)].need.beside[static_cast<std::size_t>(MemoryUse::constants)] +=
        shapes_.bytes(tensor).value_or(0);
  } else if (is_new) {
    kept->second.piece = allocate(space, tensor, tensor, MemoryUse::constants);
  }
  return shared(kept->second);
}

// The input whose memory an output is; nullptr: none.
const MemoryWalk::Content* MemoryWalk::passed_on(const Step& step, std::uint32_t i) const {
  const OpDef& op = *graph_.node(step.node).op;
  if (op.passes_on == PassesOn::nothing) return nullptr;
  if (op.passes_on == PassesOn::inputs) return &inputs_[i];
  const auto inputs = graph_.inputs(step.node);
  const std::size_t input = typed_input(op, inputs.size());
  const OutputRef tensor{step.node, i};
  const bool is_alike = graph_.output(inputs[input]).dtype == graph_.output(tensor).dtype &&
                        shapes_.of(inputs[input]).is_complete() &&
                        shapes_.of(inputs[input]) == shapes_.of(tensor);
  return is_alike ? &inputs_[input] : nullptr;
}

// The memory of an input that the output takes over, as the output's; kNoPiece: of none. The step
// must be the last to read it, and the slot its only owner beside the step.
MemoryWalk::PieceId MemoryWalk::taken_over(const Step& step, std::uint32_t i) {
  const OutputRef tensor{step.node, i};
  const DType dtype = graph_.output(tensor).dtype;
  const std::size_t account = account_of(plan_->slots[step.first_output + i].space);
  const std::size_t inputs =
      std::min<std::size_t>(graph_.node(step.node).op->in_place_inputs, inputs_.size());
  for (std::size_t k = 0; k < inputs; ++k) {
    const SlotId slot = plan_->inputs_of(step)[k];
    const PieceId from = slots_[slot].piece;
    if (from == kNoPiece || readers_[slot] != 1 || pieces_[from].owners != 2) continue;
    const OutputRef read = plan_->slots[slot].tensor;
    const DType read_dtype = graph_.output(read).dtype;
    if (pieces_[from].account != account || is_string(dtype) || is_string(read_dtype) ||
        bytes_per_element(dtype) != bytes_per_element(read_dtype) || !shapes_.bytes(tensor) ||
        shapes_.bytes(tensor) != shapes_.bytes(read)) {
      continue;
    }
    // One piece in all but name: what holds it from now on is another tensor.
    Piece piece = pieces_[from];
    pieces_[from].died = ++now_;
    slots_[slot] = inputs_[k] = {};
    piece.owner.tensor = tensor;
    piece.owner.use = MemoryUse::temporaries;
    piece.born = now_;
    piece.owners = 1;
    pieces_.push_back(piece);
    return static_cast<PieceId>(pieces_.size() - 1);
  }
  return kNoPiece;
}

void MemoryWalk::release_after(const Step& step) {
  for (const SlotId slot : plan_->inputs_of(step)) {
    if (--readers_[slot] == 0) release(slots_[slot]);
  }
  for (SlotId slot = step.first_output; slot < step.first_output + step.outputs; ++slot) {
    if (readers_[slot] == 0) release(slots_[slot]);
  }
}

std::size_t MemoryWalk::account_of(SpaceId id) {
  const Space space = plan_->spaces[id];
  const DeviceIndex device =
      space.is_host ? client_of(question_.placement.devices, space.device) : space.device;
  const auto [found, is_new] =
      account_of_memory_.try_emplace({!space.is_host, device}, accounts_.size());
  if (is_new) {
    constexpr std::size_t kNoLimit = std::size_t{1} << 62;
    const std::size_t limit = space.is_host ? 0 : question_.devices[device].memory_limit_bytes;
    const std::size_t limit_now = space.is_host ? 0 : question_.limit_bytes.value_or(limit);
    Account account;
    account.need = {.device = device, .is_host = space.is_host, .limit_bytes = limit_now};
    account.memory = std::make_unique<PretendMemory>(
        PretendMemory::Options{.is_host = space.is_host,
                               .limit_bytes = limit_now == 0 ? kNoLimit : limit_now,
                               .allow_growth = question_.allow_growth});
    accounts_.push_back(std::move(account));
  }
  return found->second;
}

MemoryWalk::PieceId MemoryWalk::allocate(SpaceId space, OutputRef tensor, OutputRef measured,
                                         MemoryUse use) {
  const auto bytes = shapes_.bytes(measured);
  if (!bytes) open_.insert(tensor);
  const std::size_t index = account_of(space);
  if (bytes.value_or(0) == 0) return kNoPiece;
  Account& account = accounts_[index];
  const PretendMemory::Piece memory = account.memory->allocate(*bytes);
  if (memory.is_beyond && !account.need.shortage) account.need.shortage = {tensor, *bytes};
  pieces_.push_back(
      {.account = index, .memory = memory, .owner = {tensor, use, memory.bytes}, .born = ++now_});
  account.need.small_bytes = std::max(account.need.small_bytes, account.memory->small_bytes());
  if (account.memory->in_use_bytes() > account.need.peak_bytes) {
    account.need.peak_bytes = account.memory->in_use_bytes();
    account.need.peak_node = node_;
    account.peak_at = now_;
  }
  return static_cast<PieceId>(pieces_.size() - 1);
}

MemoryWalk::Content MemoryWalk::shared(Content content) {
  if (content.piece != kNoPiece) ++pieces_[content.piece].owners;
  return content;
}

void MemoryWalk::release(Content& content) {
  release_piece(content.piece);
  content = {};
}

void MemoryWalk::release_piece(PieceId id) {
  if (id == kNoPiece) return;
  Piece& piece = pieces_[id];
  if (--piece.owners > 0) return;
  accounts_[piece.account].memory->deallocate(piece.memory);
  piece.died = ++now_;
}

std::vector<MemoryNeed> MemoryWalk::take_needs() {
  for (const Piece& piece : pieces_) {
    Account& account = accounts_[piece.account];
    const bool is_alive = piece.born <= account.peak_at && account.peak_at < piece.died;
    if (is_alive && !piece.memory.is_small) {
      account.need.owners.push_back(piece.owner);
      account.need.at_peak[static_cast<std::size_t>(piece.owner.use)] += piece.memory.bytes;
    }
    const bool stays = piece.died == std::numeric_limits<std::uint64_t>::max();
    if (stays && !piece.memory.is_small) account.need.kept_bytes += piece.memory.bytes;
  }
  std::vector<MemoryNeed> needs;
  for (const auto& [memory, index] : account_of_memory_) {
    MemoryNeed& need = needs.emplace_back(std::move(accounts_[index].need));
    std::ranges::stable_sort(need.owners, std::ranges::greater(), &MemoryOwner::bytes);
  }
  return needs;
}

}  // namespace graphrun
