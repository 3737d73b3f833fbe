// A device: its memory, whose kernels it runs, and copies between its memory and the host's.
//
// The executor gives each device's work to queues, in the order of the plan: one that computes, one
// that copies in, one that copies out, so that copies overlap the computing. A queue's work is
// given to the device from one thread; different queues run side by side.
//
// A real GPU's work is queued: it may still be running when the call returns. What one queue's work
// needs of another's is said with events: a queue is told to wait for an event, or a thread of the
// host waits for it. A CPU's and a simulated GPU's work is done when the call returns; they have no
// events, and nobody has to wait for them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/device_info.h"
#include "runtime/memory.h"

namespace graphrun {

enum class DeviceQueue : std::uint8_t { compute, copies_in, copies_out };

// A mark behind the work that a queue has been given. It can be set again; whoever was told to wait
// before waits for the earlier mark. A thread may look at it while another sets it.
class Event {
 public:
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  virtual ~Event() = default;

  // Whether the work before the mark is done; it is where no mark was ever set. Throws
  // Error(device) where work of the device has failed.
  virtual bool is_done() const = 0;
  // Blocks the calling thread until it is.
  virtual void wait() const = 0;
};

class Device {
 public:
  virtual ~Device() = default;

  virtual const DeviceInfo& info() const = 0;

  // Whose kernels it runs: its own type's, except that a simulated GPU runs the CPU's.
  virtual DeviceType kernels() const = 0;

  // Its own memory. A CPU's is its host's. Memory that is given back may be given out again while
  // work of the compute queue that uses it is still queued: work on that queue needs no care, but a
  // copy into new memory must wait for what the compute queue had been given when the memory was
  // allocated, and memory that another queue uses may be given back only when that use is done.
  virtual Memory& memory() = 0;
  // The memory of the host that it belongs to; hosts are the tasks of a job.
  virtual Memory& host_memory() = 0;

  // Between its memory and any host memory, behind all that the device has been given. Done when
  // the call returns.
  virtual void copy_from_host(void* to, const void* from, std::size_t bytes) = 0;
  virtual void copy_to_host(void* to, const void* from, std::size_t bytes) = 0;
  // From the memory of another device of the same kind, behind all that both have been given;
  // false: the copy must go by way of the host.
  virtual bool copy_from_peer(void* to, const void* from, std::size_t bytes) = 0;

  // The same, as work of a queue: behind what the queue has been given and told to wait for, and
  // behind nothing else. `bytes` > 0. What `from` points to on the host may be changed when the
  // call returns; memory of a device must stay until the copy is done, and so must `to` on the
  // host.
  virtual void queue_copy_from_host(DeviceQueue queue, void* to, const void* from,
                                    std::size_t bytes) = 0;
  virtual void queue_copy_to_host(DeviceQueue queue, void* to, const void* from,
                                  std::size_t bytes) = 0;
  virtual bool queue_copy_from_peer(DeviceQueue queue, void* to, const void* from,
                                    std::size_t bytes) = 0;

  // A new event for record(); nullptr: all work is done when its call returns.
  virtual std::unique_ptr<Event> make_event() = 0;
  // Sets the mark behind the work that `queue` has been given. REQUIRES: the event is of this
  // device's make_event().
  virtual void record(DeviceQueue queue, Event& event) = 0;
  // Work that is given to `queue` from now on begins when that before the event's mark is done. The
  // event may be another device's.
  virtual void wait_for(DeviceQueue queue, const Event& event) = 0;
  // Blocks the calling thread until every queue has done what it has been given. Throws
  // Error(device) where it has failed.
  virtual void synchronize() = 0;
};

}  // namespace graphrun
