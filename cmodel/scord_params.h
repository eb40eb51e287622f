/* SPDX-License-Identifier: Apache-2.0
 * Generated from scripts/params/scord.params by scripts/generate_parameters.c; do not edit: run scripts/generate.sh.
 *
 * Constants, encodings, packed records, registers and configurations of scord, for C11 and C++17.
 * Records pack into 32-bit words, least significant word first, as the RTL's packed structs do. */
#ifndef SCORD_PARAMS_H
#define SCORD_PARAMS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SCORD_UNUSED __attribute__((unused))

// ---- constants ----
#define SCORD_MAX_SMS 16  // upper bound of SMs that a BlockID can name
#define SCORD_MAX_BLOCKS_PER_SM 8  // upper bound of resident threadblocks of an SM (Table V)
#define SCORD_MAX_WARPS_PER_SM 32  // upper bound of resident warps of an SM (Table V)
#define SCORD_SCHEDULER_MAX_WARPS 64  // upper bound of warp slots of an SM of the cycle-level machine (warp_scheduler)
#define SCORD_SCHEDULER_WARP_WIDTH 6  // bits of a warp number of the cycle-level machine
#define SCORD_SCHEDULER_MAX_UNITS 4  // upper bound of issue schedulers of an SM of the cycle-level machine
#define SCORD_BAWS_WARPS_PER_SM 48  // warp slots of an SM (BAWS Table 1)
#define SCORD_BAWS_SCHEDULERS 2  // issue schedulers of an SM (BAWS section 4.1.1)
#define SCORD_FETCH_FAIRNESS 16  // CFF: one of this many fetch grants is round robin (W11)
#define SCORD_THREADS_PER_WARP 32  // lanes of a warp (Table V)
#define SCORD_SM_WIDTH 4  // bits that name an SM
#define SCORD_SLOT_WIDTH 3  // bits that name a threadblock slot of an SM
#define SCORD_WARP_WIDTH 5  // bits that name a warp slot of an SM (WarpID)
#define SCORD_LANE_WIDTH 5  // bits that name a lane (ThreadID)
#define SCORD_BLOCK_ID_WIDTH 7  // BlockID = {SM, slot}
#define SCORD_FENCE_FILE_INDEX_WIDTH 9  // fence file index = {SM, WarpID}
#define SCORD_LOCK_TABLE_ENTRIES 4  // lock table entries of a warp (section IV)
#define SCORD_LOCK_HASH_WIDTH 6  // bits of a lock's address hash (D21)
// with many_locks: lower bits of the hash of an entry many_block or many_device: the locks that it counts (D71)
#define SCORD_LOCK_COUNT_WIDTH 5
#define SCORD_BARRIER_ID_WIDTH 8  // bits of a barrier counter (section IV)
// with independent_threads: upper bits of a BarrierID, the warp's __syncwarp epoch (D41)
#define SCORD_SYNCWARP_ID_WIDTH 4
// with independent_threads: lower bits of a BarrierID, from the barrier counter (D41)
#define SCORD_EPOCH_BARRIER_WIDTH 4
#define SCORD_FENCE_ID_WIDTH 6  // bits of BlkFenceID and DevFenceID (section IV)
#define SCORD_PRIORITY_WIDTH 6  // bits of a warp priority table entry (BAWS section 4.1.2)
// bits of a release number: the room in a metadata entry without lockset (acquire_release, D61)
#define SCORD_RELEASE_NUMBER_WIDTH 12
// lowest bit of a release number in lock_bloom; the bits below are 0: the lockset is empty (D22)
#define SCORD_RELEASE_NUMBER_SHIFT 4
#define SCORD_BLOOM_WIDTH 16  // bits of a lock bloom filter (section IV): block part low, device part high (D21)
#define SCORD_BLOOM_PART_WIDTH 8  // bits of one bloom part: two one-hot fields of four (D21)
#define SCORD_TAG_WIDTH 4  // bits of the metadata cache tag (section IV-B)
#define SCORD_ADDRESS_WIDTH 40  // bits of a byte address
#define SCORD_WORD_BYTES 4  // tracking granularity (section IV)
#define SCORD_SEGMENT_BYTES 128  // bytes of one coalesced request
#define SCORD_SEGMENT_WORDS 32  // words of one coalesced request
// with independent_threads: ThreadID of a word, whether several threads touch it (D40) and whether they write different values (D72)
#define SCORD_WORD_THREAD_WIDTH 7
// the same for all words of a segment: uppermost bits of an sm_event, only with independent_threads
#define SCORD_WORD_THREADS_WIDTH 224
// the same and hasDiverged: uppermost bits of a detector_request, only with independent_threads
#define SCORD_REQUEST_THREADS_WIDTH 225
#define SCORD_SEGMENT_WIDTH 7  // address bits below a segment
#define SCORD_SEQUENCE_WIDTH 32  // bits of an event's sequence number in hardware (low bits of the stream's)
#define SCORD_PC_WIDTH 32  // bits of a program counter (the stream's number of the instruction)
#define SCORD_VALUE_WIDTH 32  // bits of an atomic operand seen by lock inference
#define SCORD_CYCLE_WIDTH 48  // bits of the cycle stamp in a race record
#define SCORD_AXI_DATA_WIDTH 64  // AXI4 data bits of one metadata entry; the port is beat_entries times as wide
#define SCORD_MAX_BEAT_ENTRIES 16  // upper bound of the metadata entries of an AXI4 beat
#define SCORD_AXI_ID_WIDTH 8  // AXI4 identifier bits
// upper bound of buffered metadata lines; each line and each outstanding read has an AXI4 ID
#define SCORD_MAX_METADATA_LINES 128
#define SCORD_METADATA_ENTRY_BYTES 8  // bytes of a metadata entry
// bytes of a metadata line, the entries of one segment (D37); metadata_base is a multiple of it
#define SCORD_METADATA_LINE_BYTES 256
// different entries that the head of a grouped metadata line holds (grouped_lines); a head is a map and these, 32 bytes
#define SCORD_GROUPED_PLACES 3
#define SCORD_AXI_ID_METADATA 0  // first AXI4 ID of metadata traffic: reads by read slot, writes by line
#define SCORD_AXI_ID_RACE_LOG 128  // AXI4 ID of race log traffic
#define SCORD_AXI_ID_CLEAR 129  // AXI4 ID of the metadata clear at kernel start
#define SCORD_AXI_BURST_BEATS 256  // beats of a full clear burst
#define SCORD_APB_ADDRESS_WIDTH 12  // APB address bits
#define SCORD_APB_DATA_WIDTH 32  // APB data bits
#define SCORD_RACE_RECORD_BEATS 4  // 64-bit words of one race record in the log: beats of a 64-bit port

// ---- encodings ----

// memory operation
typedef enum scord_op {
  SCORD_OP_LOAD = 0,  // load
  SCORD_OP_STORE = 1,  // store
  SCORD_OP_ATOMIC = 2,  // atomic read-modify-write
} scord_op_t;
#define SCORD_OP_COUNT 3  // number of values
#define SCORD_OP_WIDTH 2  // bits

// The name of a value of op, "invalid" if it has none.
static inline const char *scord_op_name(unsigned value) {
  switch (value) {
    case 0: return "load";
    case 1: return "store";
    case 2: return "atomic";
    default: return "invalid";
  }
}

// The value of op with that name, -1 if there is none.
static inline int scord_op_from_name(const char *name) {
  if (strcmp(name, "load") == 0) return 0;
  if (strcmp(name, "store") == 0) return 1;
  if (strcmp(name, "atomic") == 0) return 2;
  return -1;
}

// scope of an atomic or a fence; system counts as device (D7). Bit 0 is the metadata Scope flag
typedef enum scord_scope {
  SCORD_SCOPE_DEVICE = 0,  // all threads of the device (.gpu)
  SCORD_SCOPE_BLOCK = 1,  // the threadblock (.cta)
  SCORD_SCOPE_SYSTEM = 2,  // device and host (.sys)
} scord_scope_t;
#define SCORD_SCOPE_COUNT 3  // number of values
#define SCORD_SCOPE_WIDTH 2  // bits

// The name of a value of scope, "invalid" if it has none.
static inline const char *scord_scope_name(unsigned value) {
  switch (value) {
    case 0: return "device";
    case 1: return "block";
    case 2: return "system";
    default: return "invalid";
  }
}

// The value of scope with that name, -1 if there is none.
static inline int scord_scope_from_name(const char *name) {
  if (strcmp(name, "device") == 0) return 0;
  if (strcmp(name, "block") == 0) return 1;
  if (strcmp(name, "system") == 0) return 2;
  return -1;
}

// what an atomic does
typedef enum scord_atomic_kind {
  SCORD_ATOMIC_KIND_NONE = 0,  // not an atomic
  SCORD_ATOMIC_KIND_ADD = 1,  // add
  SCORD_ATOMIC_KIND_EXCH = 2,  // exchange
  SCORD_ATOMIC_KIND_CAS = 3,  // compare and swap
  SCORD_ATOMIC_KIND_AND = 4,  // bitwise and
  SCORD_ATOMIC_KIND_OR = 5,  // bitwise or
  SCORD_ATOMIC_KIND_XOR = 6,  // bitwise exclusive or
  SCORD_ATOMIC_KIND_MIN = 7,  // minimum
  SCORD_ATOMIC_KIND_MAX = 8,  // maximum
  SCORD_ATOMIC_KIND_INC = 9,  // increment with wrap
  SCORD_ATOMIC_KIND_DEC = 10,  // decrement with wrap
} scord_atomic_kind_t;
#define SCORD_ATOMIC_KIND_COUNT 11  // number of values
#define SCORD_ATOMIC_KIND_WIDTH 4  // bits

// The name of a value of atomic_kind, "invalid" if it has none.
static inline const char *scord_atomic_kind_name(unsigned value) {
  switch (value) {
    case 0: return "none";
    case 1: return "add";
    case 2: return "exch";
    case 3: return "cas";
    case 4: return "and";
    case 5: return "or";
    case 6: return "xor";
    case 7: return "min";
    case 8: return "max";
    case 9: return "inc";
    case 10: return "dec";
    default: return "invalid";
  }
}

// The value of atomic_kind with that name, -1 if there is none.
static inline int scord_atomic_kind_from_name(const char *name) {
  if (strcmp(name, "none") == 0) return 0;
  if (strcmp(name, "add") == 0) return 1;
  if (strcmp(name, "exch") == 0) return 2;
  if (strcmp(name, "cas") == 0) return 3;
  if (strcmp(name, "and") == 0) return 4;
  if (strcmp(name, "or") == 0) return 5;
  if (strcmp(name, "xor") == 0) return 6;
  if (strcmp(name, "min") == 0) return 7;
  if (strcmp(name, "max") == 0) return 8;
  if (strcmp(name, "inc") == 0) return 9;
  if (strcmp(name, "dec") == 0) return 10;
  return -1;
}

// ordering attached to an access or a fence
typedef enum scord_semantics {
  SCORD_SEMANTICS_NONE = 0,  // not stated (weak, or an old membar)
  SCORD_SEMANTICS_RELAXED = 1,  // relaxed
  SCORD_SEMANTICS_ACQUIRE = 2,  // acquire
  SCORD_SEMANTICS_RELEASE = 3,  // release
  SCORD_SEMANTICS_ACQ_REL = 4,  // acquire and release
  SCORD_SEMANTICS_SEQ_CST = 5,  // sequentially consistent
} scord_semantics_t;
#define SCORD_SEMANTICS_COUNT 6  // number of values
#define SCORD_SEMANTICS_WIDTH 3  // bits

// The name of a value of semantics, "invalid" if it has none.
static inline const char *scord_semantics_name(unsigned value) {
  switch (value) {
    case 0: return "none";
    case 1: return "relaxed";
    case 2: return "acquire";
    case 3: return "release";
    case 4: return "acq_rel";
    case 5: return "seq_cst";
    default: return "invalid";
  }
}

// The value of semantics with that name, -1 if there is none.
static inline int scord_semantics_from_name(const char *name) {
  if (strcmp(name, "none") == 0) return 0;
  if (strcmp(name, "relaxed") == 0) return 1;
  if (strcmp(name, "acquire") == 0) return 2;
  if (strcmp(name, "release") == 0) return 3;
  if (strcmp(name, "acq_rel") == 0) return 4;
  if (strcmp(name, "seq_cst") == 0) return 5;
  return -1;
}

// outcome of a check: ScoRD Table IV, or lanes of one store
typedef enum scord_verdict {
  SCORD_VERDICT_CLEAN = 0,  // no race
  SCORD_VERDICT_MISSING_BLOCK_FENCE = 1,  // Table IV(a)
  SCORD_VERDICT_MISSING_DEVICE_FENCE = 2,  // Table IV(b)
  SCORD_VERDICT_NOT_STRONG = 3,  // Table IV(c)
  SCORD_VERDICT_SCOPED_ATOMIC = 4,  // Table IV(d)
  SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD = 5,  // Table IV(e)
  SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE = 6,  // Table IV(f)
  SCORD_VERDICT_NOT_PERFORMED = 7,  // no verdict: the metadata could not be read (D27)
  SCORD_VERDICT_LANES_DIFFER = 8,  // lanes of one store write different values (D72)
} scord_verdict_t;
#define SCORD_VERDICT_COUNT 9  // number of values
#define SCORD_VERDICT_WIDTH 4  // bits

// The name of a value of verdict, "invalid" if it has none.
static inline const char *scord_verdict_name(unsigned value) {
  switch (value) {
    case 0: return "clean";
    case 1: return "missing_block_fence";
    case 2: return "missing_device_fence";
    case 3: return "not_strong";
    case 4: return "scoped_atomic";
    case 5: return "no_common_lock_on_load";
    case 6: return "no_common_lock_on_store";
    case 7: return "not_performed";
    case 8: return "lanes_differ";
    default: return "invalid";
  }
}

// The value of verdict with that name, -1 if there is none.
static inline int scord_verdict_from_name(const char *name) {
  if (strcmp(name, "clean") == 0) return 0;
  if (strcmp(name, "missing_block_fence") == 0) return 1;
  if (strcmp(name, "missing_device_fence") == 0) return 2;
  if (strcmp(name, "not_strong") == 0) return 3;
  if (strcmp(name, "scoped_atomic") == 0) return 4;
  if (strcmp(name, "no_common_lock_on_load") == 0) return 5;
  if (strcmp(name, "no_common_lock_on_store") == 0) return 6;
  if (strcmp(name, "not_performed") == 0) return 7;
  if (strcmp(name, "lanes_differ") == 0) return 8;
  return -1;
}

// how a check was decided
typedef enum scord_path {
  SCORD_PATH_FULL = 0,  // all of rules 4, 6 and 7 were tested (semantics.md section 3)
  SCORD_PATH_INITIALIZATION = 1,  // Table III(a), rule 1
  SCORD_PATH_PROGRAM_ORDER = 2,  // Table III(b), rule 3
  SCORD_PATH_BARRIER = 3,  // Table III(c), rule 2
  SCORD_PATH_ATOMIC_AFTER_ATOMIC = 4,  // rule 5 (D14)
  SCORD_PATH_UNTRACKED = 5,  // outside the tracked range, not checked (D24)
  SCORD_PATH_NOT_PERFORMED = 6,  // AXI error on the metadata read: not checked, logged (D27)
} scord_path_t;
#define SCORD_PATH_COUNT 7  // number of values
#define SCORD_PATH_WIDTH 3  // bits

// The name of a value of path, "invalid" if it has none.
static inline const char *scord_path_name(unsigned value) {
  switch (value) {
    case 0: return "full";
    case 1: return "initialization";
    case 2: return "program_order";
    case 3: return "barrier";
    case 4: return "atomic_after_atomic";
    case 5: return "untracked";
    case 6: return "not_performed";
    default: return "invalid";
  }
}

// The value of path with that name, -1 if there is none.
static inline int scord_path_from_name(const char *name) {
  if (strcmp(name, "full") == 0) return 0;
  if (strcmp(name, "initialization") == 0) return 1;
  if (strcmp(name, "program_order") == 0) return 2;
  if (strcmp(name, "barrier") == 0) return 3;
  if (strcmp(name, "atomic_after_atomic") == 0) return 4;
  if (strcmp(name, "untracked") == 0) return 5;
  if (strcmp(name, "not_performed") == 0) return 6;
  return -1;
}

// state of a lock table entry (D18)
typedef enum scord_lock_state {
  SCORD_LOCK_STATE_EMPTY = 0,  // no lock
  SCORD_LOCK_STATE_BLOCK = 1,  // block lock, not active
  SCORD_LOCK_STATE_BLOCK_ACTIVE = 2,  // block lock, active
  SCORD_LOCK_STATE_DEVICE = 3,  // device lock, not active
  SCORD_LOCK_STATE_DEVICE_ACTIVE_BLOCK = 4,  // device lock, active at block scope only
  SCORD_LOCK_STATE_DEVICE_ACTIVE = 5,  // device lock, active
  SCORD_LOCK_STATE_MANY_BLOCK = 6,  // many_locks: counts block locks; active when the uppermost hash bit is set (D71)
  // many_locks: counts locks, some of them device locks; active at device scope when the uppermost hash bit is set, else at block scope (D71)
  SCORD_LOCK_STATE_MANY_DEVICE = 7,
} scord_lock_state_t;
#define SCORD_LOCK_STATE_COUNT 8  // number of values
#define SCORD_LOCK_STATE_WIDTH 3  // bits

// The name of a value of lock_state, "invalid" if it has none.
static inline const char *scord_lock_state_name(unsigned value) {
  switch (value) {
    case 0: return "empty";
    case 1: return "block";
    case 2: return "block_active";
    case 3: return "device";
    case 4: return "device_active_block";
    case 5: return "device_active";
    case 6: return "many_block";
    case 7: return "many_device";
    default: return "invalid";
  }
}

// The value of lock_state with that name, -1 if there is none.
static inline int scord_lock_state_from_name(const char *name) {
  if (strcmp(name, "empty") == 0) return 0;
  if (strcmp(name, "block") == 0) return 1;
  if (strcmp(name, "block_active") == 0) return 2;
  if (strcmp(name, "device") == 0) return 3;
  if (strcmp(name, "device_active_block") == 0) return 4;
  if (strcmp(name, "device_active") == 0) return 5;
  if (strcmp(name, "many_block") == 0) return 6;
  if (strcmp(name, "many_device") == 0) return 7;
  return -1;
}

// events from an SM to its SM unit, in program order
typedef enum scord_sm_event_kind {
  SCORD_SM_EVENT_KIND_BLOCK_LAUNCH = 0,  // slot, mask = warp slots of the block (D4, D25)
  SCORD_SM_EVENT_KIND_ACCESS = 1,  // one coalesced request of a warp instruction: address = segment, mask = words
  SCORD_SM_EVENT_KIND_FENCE = 2,  // warp, slot, scope
  SCORD_SM_EVENT_KIND_BARRIER_ARRIVE = 3,  // one warp of slot waits at the barrier
  SCORD_SM_EVENT_KIND_BARRIER_RELEASE = 4,  // the barrier of slot releases
  SCORD_SM_EVENT_KIND_CAS = 5,  // lane's lock word after its atomicCAS: address, scope, compare, value, returned (D17)
  SCORD_SM_EVENT_KIND_EXCH = 6,  // lane's lock word after its atomicExch: address, scope, value (D19)
  // a warp's lanes diverge (mask = 0) or meet at a __syncwarp (mask = these lanes); independent_threads, D41
  SCORD_SM_EVENT_KIND_CONVERGENCE = 7,
} scord_sm_event_kind_t;
#define SCORD_SM_EVENT_KIND_COUNT 8  // number of values
#define SCORD_SM_EVENT_KIND_WIDTH 3  // bits

// The name of a value of sm_event_kind, "invalid" if it has none.
static inline const char *scord_sm_event_kind_name(unsigned value) {
  switch (value) {
    case 0: return "block_launch";
    case 1: return "access";
    case 2: return "fence";
    case 3: return "barrier_arrive";
    case 4: return "barrier_release";
    case 5: return "cas";
    case 6: return "exch";
    case 7: return "convergence";
    default: return "invalid";
  }
}

// The value of sm_event_kind with that name, -1 if there is none.
static inline int scord_sm_event_kind_from_name(const char *name) {
  if (strcmp(name, "block_launch") == 0) return 0;
  if (strcmp(name, "access") == 0) return 1;
  if (strcmp(name, "fence") == 0) return 2;
  if (strcmp(name, "barrier_arrive") == 0) return 3;
  if (strcmp(name, "barrier_release") == 0) return 4;
  if (strcmp(name, "cas") == 0) return 5;
  if (strcmp(name, "exch") == 0) return 6;
  if (strcmp(name, "convergence") == 0) return 7;
  return -1;
}

// requests from an SM unit to the detector
typedef enum scord_request_kind {
  SCORD_REQUEST_KIND_ACCESS = 0,  // check the words of a segment
  SCORD_REQUEST_KIND_FENCE = 1,  // count a fence
} scord_request_kind_t;
#define SCORD_REQUEST_KIND_COUNT 2  // number of values
#define SCORD_REQUEST_KIND_WIDTH 1  // bits

// The name of a value of request_kind, "invalid" if it has none.
static inline const char *scord_request_kind_name(unsigned value) {
  switch (value) {
    case 0: return "access";
    case 1: return "fence";
    default: return "invalid";
  }
}

// The value of request_kind with that name, -1 if there is none.
static inline int scord_request_kind_from_name(const char *name) {
  if (strcmp(name, "access") == 0) return 0;
  if (strcmp(name, "fence") == 0) return 1;
  return -1;
}

// warp scheduling policy of the issue stage (BAWS section 4.1)
typedef enum scord_issue_policy {
  SCORD_ISSUE_POLICY_LRR = 0,  // loose round robin
  SCORD_ISSUE_POLICY_GTO = 1,  // greedy then oldest
  SCORD_ISSUE_POLICY_MWF_LRR = 2,  // most waiting first, LRR inside a block
  SCORD_ISSUE_POLICY_MWF_GTO = 3,  // most waiting first, GTO inside a block
} scord_issue_policy_t;
#define SCORD_ISSUE_POLICY_COUNT 4  // number of values
#define SCORD_ISSUE_POLICY_WIDTH 3  // bits

// The name of a value of issue_policy, "invalid" if it has none.
static inline const char *scord_issue_policy_name(unsigned value) {
  switch (value) {
    case 0: return "lrr";
    case 1: return "gto";
    case 2: return "mwf_lrr";
    case 3: return "mwf_gto";
    default: return "invalid";
  }
}

// The value of issue_policy with that name, -1 if there is none.
static inline int scord_issue_policy_from_name(const char *name) {
  if (strcmp(name, "lrr") == 0) return 0;
  if (strcmp(name, "gto") == 0) return 1;
  if (strcmp(name, "mwf_lrr") == 0) return 2;
  if (strcmp(name, "mwf_gto") == 0) return 3;
  return -1;
}

// which warp the fetch port of an SM serves (BAWS sections 4.2 and 6.2)
typedef enum scord_fetch_order {
  SCORD_FETCH_ORDER_ROUND_ROBIN = 0,  // from the last served + 1 (W9)
  // fewest I-buffer entries in use first: only in the model; hardware serves round robin
  SCORD_FETCH_ORDER_FEWEST_ENTRIES = 1,
  // first in the issue order among warps that do not wait at a barrier (W10, W11)
  SCORD_FETCH_ORDER_CRITICAL_FIRST = 2,
} scord_fetch_order_t;
#define SCORD_FETCH_ORDER_COUNT 3  // number of values
#define SCORD_FETCH_ORDER_WIDTH 2  // bits

// The name of a value of fetch_order, "invalid" if it has none.
static inline const char *scord_fetch_order_name(unsigned value) {
  switch (value) {
    case 0: return "round_robin";
    case 1: return "fewest_entries";
    case 2: return "critical_first";
    default: return "invalid";
  }
}

// The value of fetch_order with that name, -1 if there is none.
static inline int scord_fetch_order_from_name(const char *name) {
  if (strcmp(name, "round_robin") == 0) return 0;
  if (strcmp(name, "fewest_entries") == 0) return 1;
  if (strcmp(name, "critical_first") == 0) return 2;
  return -1;
}

// event stream records
typedef enum scord_event_kind {
  SCORD_EVENT_KIND_KERNEL_BEGIN = 0,  // a launch starts
  SCORD_EVENT_KIND_KERNEL_END = 1,  // a launch has finished, every check drained
  SCORD_EVENT_KIND_BLOCK_LAUNCH = 2,  // a threadblock takes an SM slot and its warp slots
  SCORD_EVENT_KIND_BLOCK_EXIT = 3,  // a threadblock leaves its slot
  SCORD_EVENT_KIND_WARP_EXIT = 4,  // a warp has finished
  SCORD_EVENT_KIND_ACCESS = 5,  // load, store or atomic of a warp instruction
  SCORD_EVENT_KIND_FENCE = 6,  // memory fence of a warp instruction
  SCORD_EVENT_KIND_BARRIER_ARRIVE = 7,  // a warp waits at its block's barrier
  SCORD_EVENT_KIND_BARRIER_RELEASE = 8,  // a block's barrier releases
  SCORD_EVENT_KIND_DIVERGE = 9,  // a warp's lanes diverge (ITS)
  SCORD_EVENT_KIND_RECONVERGE = 10,  // a warp's lanes reconverge (ITS)
  SCORD_EVENT_KIND_LOCATION = 11,  // PC to file and line
  SCORD_EVENT_KIND_OBJECT = 12,  // a named range of global memory
  SCORD_EVENT_KIND_SCHEDULE = 13,  // ready mask for the issue scheduler of an SM
  SCORD_EVENT_KIND_EXPECT = 14,  // test annotation: verdict of the check just before
  SCORD_EVENT_KIND_EXPECT_PICK = 15,  // test annotation: warp picked by the schedule just before
  SCORD_EVENT_KIND_NOTE = 16,  // text for every report made from the stream: how the stream was made
  SCORD_EVENT_KIND_FINDING = 17,  // synchronization misused, as the front end saw it: for reports only
} scord_event_kind_t;
#define SCORD_EVENT_KIND_COUNT 18  // number of values
#define SCORD_EVENT_KIND_WIDTH 5  // bits

// The name of a value of event_kind, "invalid" if it has none.
static inline const char *scord_event_kind_name(unsigned value) {
  switch (value) {
    case 0: return "kernel_begin";
    case 1: return "kernel_end";
    case 2: return "block_launch";
    case 3: return "block_exit";
    case 4: return "warp_exit";
    case 5: return "access";
    case 6: return "fence";
    case 7: return "barrier_arrive";
    case 8: return "barrier_release";
    case 9: return "diverge";
    case 10: return "reconverge";
    case 11: return "location";
    case 12: return "object";
    case 13: return "schedule";
    case 14: return "expect";
    case 15: return "expect_pick";
    case 16: return "note";
    case 17: return "finding";
    default: return "invalid";
  }
}

// The value of event_kind with that name, -1 if there is none.
static inline int scord_event_kind_from_name(const char *name) {
  if (strcmp(name, "kernel_begin") == 0) return 0;
  if (strcmp(name, "kernel_end") == 0) return 1;
  if (strcmp(name, "block_launch") == 0) return 2;
  if (strcmp(name, "block_exit") == 0) return 3;
  if (strcmp(name, "warp_exit") == 0) return 4;
  if (strcmp(name, "access") == 0) return 5;
  if (strcmp(name, "fence") == 0) return 6;
  if (strcmp(name, "barrier_arrive") == 0) return 7;
  if (strcmp(name, "barrier_release") == 0) return 8;
  if (strcmp(name, "diverge") == 0) return 9;
  if (strcmp(name, "reconverge") == 0) return 10;
  if (strcmp(name, "location") == 0) return 11;
  if (strcmp(name, "object") == 0) return 12;
  if (strcmp(name, "schedule") == 0) return 13;
  if (strcmp(name, "expect") == 0) return 14;
  if (strcmp(name, "expect_pick") == 0) return 15;
  if (strcmp(name, "note") == 0) return 16;
  if (strcmp(name, "finding") == 0) return 17;
  return -1;
}

// X(name, NAME) for every enum.
#define SCORD_FOR_EACH_ENUM(X) \
  X(op, OP) \
  X(scope, SCOPE) \
  X(atomic_kind, ATOMIC_KIND) \
  X(semantics, SEMANTICS) \
  X(verdict, VERDICT) \
  X(path, PATH) \
  X(lock_state, LOCK_STATE) \
  X(sm_event_kind, SM_EVENT_KIND) \
  X(request_kind, REQUEST_KIND) \
  X(issue_policy, ISSUE_POLICY) \
  X(fetch_order, FETCH_ORDER) \
  X(event_kind, EVENT_KIND)

// ---- packed records ----

// A field of a packed record, for code that serves all records alike.
typedef struct scord_field {
  const char *name;
  unsigned shift, width;
} scord_field_t;

// Value of a field in a packed record.
static inline uint64_t scord_field_get(const scord_field_t *field, const uint32_t words[]) {
  uint64_t value = 0;
  for (unsigned i = 0; i < field->width; i++) {
    const unsigned bit = field->shift + i;
    value |= (uint64_t)(words[bit / 32] >> bit % 32 & 1) << i;
  }
  return value;
}

// one metadata entry (section IV, Figure 7; semantics.md section 1)
typedef struct scord_metadata {
  uint16_t lock_bloom;  // [15:0] summary of the locks held
  uint8_t dev_fence_id;  // [21:16] DevFenceID of the owner at its access
  uint8_t blk_fence_id;  // [27:22] BlkFenceID of the owner at its access
  uint8_t barrier_id;  // [35:28] BarrierID of the owner's block at its access
  uint8_t warp_id;  // [40:36] owner's WarpID
  uint8_t block_id;  // [47:41] owner's BlockID {SM, slot}
  uint8_t modified;  // [48] Modified
  uint8_t blk_shared;  // [49] BlkShared
  uint8_t dev_shared;  // [50] DevShared
  uint8_t is_atom;  // [51] IsAtom
  uint8_t scope;  // [52] Scope of the last atomic, 1 = block
  uint8_t strong;  // [53] every access since (re-)initialisation was strong
  uint8_t tag;  // [57:54] metadata cache tag (D23)
  uint8_t thread_id;  // [62:58] ThreadID (ITS), else 0
  uint8_t release;  // [63] the word carries a release, its number in lock_bloom (acquire_release, D61), else 0
} scord_metadata_t;

#define SCORD_METADATA_WIDTH 64  // bits
#define SCORD_METADATA_WORDS 2  // 32-bit words
#define SCORD_METADATA_LOCK_BLOOM_SHIFT 0  // summary of the locks held
#define SCORD_METADATA_LOCK_BLOOM_WIDTH 16  // summary of the locks held
#define SCORD_METADATA_DEV_FENCE_ID_SHIFT 16  // DevFenceID of the owner at its access
#define SCORD_METADATA_DEV_FENCE_ID_WIDTH 6  // DevFenceID of the owner at its access
#define SCORD_METADATA_BLK_FENCE_ID_SHIFT 22  // BlkFenceID of the owner at its access
#define SCORD_METADATA_BLK_FENCE_ID_WIDTH 6  // BlkFenceID of the owner at its access
#define SCORD_METADATA_BARRIER_ID_SHIFT 28  // BarrierID of the owner's block at its access
#define SCORD_METADATA_BARRIER_ID_WIDTH 8  // BarrierID of the owner's block at its access
#define SCORD_METADATA_WARP_ID_SHIFT 36  // owner's WarpID
#define SCORD_METADATA_WARP_ID_WIDTH 5  // owner's WarpID
#define SCORD_METADATA_BLOCK_ID_SHIFT 41  // owner's BlockID {SM, slot}
#define SCORD_METADATA_BLOCK_ID_WIDTH 7  // owner's BlockID {SM, slot}
#define SCORD_METADATA_MODIFIED_SHIFT 48  // Modified
#define SCORD_METADATA_MODIFIED_WIDTH 1  // Modified
#define SCORD_METADATA_BLK_SHARED_SHIFT 49  // BlkShared
#define SCORD_METADATA_BLK_SHARED_WIDTH 1  // BlkShared
#define SCORD_METADATA_DEV_SHARED_SHIFT 50  // DevShared
#define SCORD_METADATA_DEV_SHARED_WIDTH 1  // DevShared
#define SCORD_METADATA_IS_ATOM_SHIFT 51  // IsAtom
#define SCORD_METADATA_IS_ATOM_WIDTH 1  // IsAtom
#define SCORD_METADATA_SCOPE_SHIFT 52  // Scope of the last atomic, 1 = block
#define SCORD_METADATA_SCOPE_WIDTH 1  // Scope of the last atomic, 1 = block
#define SCORD_METADATA_STRONG_SHIFT 53  // every access since (re-)initialisation was strong
#define SCORD_METADATA_STRONG_WIDTH 1  // every access since (re-)initialisation was strong
#define SCORD_METADATA_TAG_SHIFT 54  // metadata cache tag (D23)
#define SCORD_METADATA_TAG_WIDTH 4  // metadata cache tag (D23)
#define SCORD_METADATA_THREAD_ID_SHIFT 58  // ThreadID (ITS), else 0
#define SCORD_METADATA_THREAD_ID_WIDTH 5  // ThreadID (ITS), else 0
// the word carries a release, its number in lock_bloom (acquire_release, D61), else 0
#define SCORD_METADATA_RELEASE_SHIFT 63
// the word carries a release, its number in lock_bloom (acquire_release, D61), else 0
#define SCORD_METADATA_RELEASE_WIDTH 1

static const scord_field_t scord_metadata_fields[] SCORD_UNUSED = {
    {"lock_bloom", 0, 16},
    {"dev_fence_id", 16, 6},
    {"blk_fence_id", 22, 6},
    {"barrier_id", 28, 8},
    {"warp_id", 36, 5},
    {"block_id", 41, 7},
    {"modified", 48, 1},
    {"blk_shared", 49, 1},
    {"dev_shared", 50, 1},
    {"is_atom", 51, 1},
    {"scope", 52, 1},
    {"strong", 53, 1},
    {"tag", 54, 4},
    {"thread_id", 58, 5},
    {"release", 63, 1},
};
#define SCORD_METADATA_FIELD_COUNT 15  // entries of the field table

static inline uint64_t scord_metadata_to_bits(const scord_metadata_t *record) {
  return (((uint64_t)record->lock_bloom & UINT64_C(0xffff)) << 0) |
         (((uint64_t)record->dev_fence_id & UINT64_C(0x3f)) << 16) |
         (((uint64_t)record->blk_fence_id & UINT64_C(0x3f)) << 22) |
         (((uint64_t)record->barrier_id & UINT64_C(0xff)) << 28) |
         (((uint64_t)record->warp_id & UINT64_C(0x1f)) << 36) |
         (((uint64_t)record->block_id & UINT64_C(0x7f)) << 41) |
         (((uint64_t)record->modified & UINT64_C(0x1)) << 48) |
         (((uint64_t)record->blk_shared & UINT64_C(0x1)) << 49) |
         (((uint64_t)record->dev_shared & UINT64_C(0x1)) << 50) |
         (((uint64_t)record->is_atom & UINT64_C(0x1)) << 51) |
         (((uint64_t)record->scope & UINT64_C(0x1)) << 52) |
         (((uint64_t)record->strong & UINT64_C(0x1)) << 53) |
         (((uint64_t)record->tag & UINT64_C(0xf)) << 54) |
         (((uint64_t)record->thread_id & UINT64_C(0x1f)) << 58) |
         (((uint64_t)record->release & UINT64_C(0x1)) << 63);
}

static inline scord_metadata_t scord_metadata_from_bits(uint64_t bits) {
  scord_metadata_t record;
  record.lock_bloom = (uint16_t)((bits >> 0) & UINT64_C(0xffff));
  record.dev_fence_id = (uint8_t)((bits >> 16) & UINT64_C(0x3f));
  record.blk_fence_id = (uint8_t)((bits >> 22) & UINT64_C(0x3f));
  record.barrier_id = (uint8_t)((bits >> 28) & UINT64_C(0xff));
  record.warp_id = (uint8_t)((bits >> 36) & UINT64_C(0x1f));
  record.block_id = (uint8_t)((bits >> 41) & UINT64_C(0x7f));
  record.modified = (uint8_t)((bits >> 48) & UINT64_C(0x1));
  record.blk_shared = (uint8_t)((bits >> 49) & UINT64_C(0x1));
  record.dev_shared = (uint8_t)((bits >> 50) & UINT64_C(0x1));
  record.is_atom = (uint8_t)((bits >> 51) & UINT64_C(0x1));
  record.scope = (uint8_t)((bits >> 52) & UINT64_C(0x1));
  record.strong = (uint8_t)((bits >> 53) & UINT64_C(0x1));
  record.tag = (uint8_t)((bits >> 54) & UINT64_C(0xf));
  record.thread_id = (uint8_t)((bits >> 58) & UINT64_C(0x1f));
  record.release = (uint8_t)((bits >> 63) & UINT64_C(0x1));
  return record;
}

static inline void scord_metadata_pack(const scord_metadata_t *record, uint32_t words[]) {
  const uint64_t bits = scord_metadata_to_bits(record);
  words[0] = (uint32_t)bits;
  words[1] = (uint32_t)(bits >> 32);
}

static inline void scord_metadata_unpack(scord_metadata_t *record, const uint32_t words[]) {
  *record = scord_metadata_from_bits((uint64_t)words[1] << 32 | words[0]);
}

// one fence file entry
typedef struct scord_fence_entry {
  uint8_t dev_fence_id;  // [5:0] device fences executed by the warp
  uint8_t blk_fence_id;  // [11:6] block fences executed by the warp
} scord_fence_entry_t;

#define SCORD_FENCE_ENTRY_WIDTH 12  // bits
#define SCORD_FENCE_ENTRY_WORDS 1  // 32-bit words
#define SCORD_FENCE_ENTRY_DEV_FENCE_ID_SHIFT 0  // device fences executed by the warp
#define SCORD_FENCE_ENTRY_DEV_FENCE_ID_WIDTH 6  // device fences executed by the warp
#define SCORD_FENCE_ENTRY_BLK_FENCE_ID_SHIFT 6  // block fences executed by the warp
#define SCORD_FENCE_ENTRY_BLK_FENCE_ID_WIDTH 6  // block fences executed by the warp

static const scord_field_t scord_fence_entry_fields[] SCORD_UNUSED = {
    {"dev_fence_id", 0, 6},
    {"blk_fence_id", 6, 6},
};
#define SCORD_FENCE_ENTRY_FIELD_COUNT 2  // entries of the field table

static inline uint64_t scord_fence_entry_to_bits(const scord_fence_entry_t *record) {
  return (((uint64_t)record->dev_fence_id & UINT64_C(0x3f)) << 0) |
         (((uint64_t)record->blk_fence_id & UINT64_C(0x3f)) << 6);
}

static inline scord_fence_entry_t scord_fence_entry_from_bits(uint64_t bits) {
  scord_fence_entry_t record;
  record.dev_fence_id = (uint8_t)((bits >> 0) & UINT64_C(0x3f));
  record.blk_fence_id = (uint8_t)((bits >> 6) & UINT64_C(0x3f));
  return record;
}

static inline void scord_fence_entry_pack(const scord_fence_entry_t *record, uint32_t words[]) {
  const uint64_t bits = scord_fence_entry_to_bits(record);
  words[0] = (uint32_t)bits;
}

static inline void scord_fence_entry_unpack(scord_fence_entry_t *record, const uint32_t words[]) {
  *record = scord_fence_entry_from_bits(words[0]);
}

// one lock table entry, the paper's 9 bits (D18)
typedef struct scord_lock_entry {
  uint8_t state;  // [2:0] lock_state
  uint8_t hash;  // [8:3] address hash (D21)
} scord_lock_entry_t;

#define SCORD_LOCK_ENTRY_WIDTH 9  // bits
#define SCORD_LOCK_ENTRY_WORDS 1  // 32-bit words
#define SCORD_LOCK_ENTRY_STATE_SHIFT 0  // lock_state
#define SCORD_LOCK_ENTRY_STATE_WIDTH 3  // lock_state
#define SCORD_LOCK_ENTRY_HASH_SHIFT 3  // address hash (D21)
#define SCORD_LOCK_ENTRY_HASH_WIDTH 6  // address hash (D21)

static const scord_field_t scord_lock_entry_fields[] SCORD_UNUSED = {
    {"state", 0, 3},
    {"hash", 3, 6},
};
#define SCORD_LOCK_ENTRY_FIELD_COUNT 2  // entries of the field table

static inline uint64_t scord_lock_entry_to_bits(const scord_lock_entry_t *record) {
  return (((uint64_t)record->state & UINT64_C(0x7)) << 0) |
         (((uint64_t)record->hash & UINT64_C(0x3f)) << 3);
}

static inline scord_lock_entry_t scord_lock_entry_from_bits(uint64_t bits) {
  scord_lock_entry_t record;
  record.state = (uint8_t)((bits >> 0) & UINT64_C(0x7));
  record.hash = (uint8_t)((bits >> 3) & UINT64_C(0x3f));
  return record;
}

static inline void scord_lock_entry_pack(const scord_lock_entry_t *record, uint32_t words[]) {
  const uint64_t bits = scord_lock_entry_to_bits(record);
  words[0] = (uint32_t)bits;
}

static inline void scord_lock_entry_unpack(scord_lock_entry_t *record, const uint32_t words[]) {
  *record = scord_lock_entry_from_bits(words[0]);
}

// payload of the SM event port
typedef struct scord_sm_event {
  uint8_t kind;  // [2:0] sm_event_kind
  uint8_t warp;  // [7:3] warp slot
  uint8_t slot;  // [10:8] threadblock slot
  uint8_t op;  // [12:11] op (access)
  uint8_t scope;  // [14:13] scope (access: of the atomic; fence; cas; exch)
  uint8_t strong;  // [15] strong access (D6)
  uint32_t sequence;  // [47:16] event number
  uint32_t pc;  // [79:48] program counter
  uint64_t address;  // [119:80] access: segment address; cas, exch: word address
  uint32_t mask;  // [151:120] access: words of the segment; block_launch: warps
  uint32_t compare;  // [183:152] cas: compare operand
  uint32_t value;  // [215:184] cas, exch: value written
  uint32_t returned;  // [247:216] cas: value read
  uint8_t semantics;  // [250:248] access, fence, cas: ordering stated (acquire_release, D60)
  uint32_t thread_bit_0;  // [282:251] bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_1;  // [314:283] bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_2;  // [346:315] bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_3;  // [378:347] bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_4;  // [410:379] bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t several_threads;  // [442:411] words of which several lanes touch one byte (independent_threads, D40)
  // words to which lanes of this store write different values (independent_threads, D72)
  uint32_t lanes_differ;  // [474:443]
} scord_sm_event_t;

#define SCORD_SM_EVENT_WIDTH 475  // bits
#define SCORD_SM_EVENT_WORDS 15  // 32-bit words
#define SCORD_SM_EVENT_KIND_SHIFT 0  // sm_event_kind
#define SCORD_SM_EVENT_WARP_SHIFT 3  // warp slot
#define SCORD_SM_EVENT_WARP_WIDTH 5  // warp slot
#define SCORD_SM_EVENT_SLOT_SHIFT 8  // threadblock slot
#define SCORD_SM_EVENT_SLOT_WIDTH 3  // threadblock slot
#define SCORD_SM_EVENT_OP_SHIFT 11  // op (access)
#define SCORD_SM_EVENT_OP_WIDTH 2  // op (access)
#define SCORD_SM_EVENT_SCOPE_SHIFT 13  // scope (access: of the atomic; fence; cas; exch)
#define SCORD_SM_EVENT_SCOPE_WIDTH 2  // scope (access: of the atomic; fence; cas; exch)
#define SCORD_SM_EVENT_STRONG_SHIFT 15  // strong access (D6)
#define SCORD_SM_EVENT_STRONG_WIDTH 1  // strong access (D6)
#define SCORD_SM_EVENT_SEQUENCE_SHIFT 16  // event number
#define SCORD_SM_EVENT_SEQUENCE_WIDTH 32  // event number
#define SCORD_SM_EVENT_PC_SHIFT 48  // program counter
#define SCORD_SM_EVENT_PC_WIDTH 32  // program counter
#define SCORD_SM_EVENT_ADDRESS_SHIFT 80  // access: segment address; cas, exch: word address
#define SCORD_SM_EVENT_ADDRESS_WIDTH 40  // access: segment address; cas, exch: word address
#define SCORD_SM_EVENT_MASK_SHIFT 120  // access: words of the segment; block_launch: warps
#define SCORD_SM_EVENT_MASK_WIDTH 32  // access: words of the segment; block_launch: warps
#define SCORD_SM_EVENT_COMPARE_SHIFT 152  // cas: compare operand
#define SCORD_SM_EVENT_COMPARE_WIDTH 32  // cas: compare operand
#define SCORD_SM_EVENT_VALUE_SHIFT 184  // cas, exch: value written
#define SCORD_SM_EVENT_VALUE_WIDTH 32  // cas, exch: value written
#define SCORD_SM_EVENT_RETURNED_SHIFT 216  // cas: value read
#define SCORD_SM_EVENT_RETURNED_WIDTH 32  // cas: value read
#define SCORD_SM_EVENT_SEMANTICS_SHIFT 248  // access, fence, cas: ordering stated (acquire_release, D60)
#define SCORD_SM_EVENT_SEMANTICS_WIDTH 3  // access, fence, cas: ordering stated (acquire_release, D60)
// bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_0_SHIFT 251
// bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_0_WIDTH 32
// bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_1_SHIFT 283
// bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_1_WIDTH 32
// bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_2_SHIFT 315
// bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_2_WIDTH 32
// bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_3_SHIFT 347
// bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_3_WIDTH 32
// bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_4_SHIFT 379
// bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_SM_EVENT_THREAD_BIT_4_WIDTH 32
// words of which several lanes touch one byte (independent_threads, D40)
#define SCORD_SM_EVENT_SEVERAL_THREADS_SHIFT 411
// words of which several lanes touch one byte (independent_threads, D40)
#define SCORD_SM_EVENT_SEVERAL_THREADS_WIDTH 32
// words to which lanes of this store write different values (independent_threads, D72)
#define SCORD_SM_EVENT_LANES_DIFFER_SHIFT 443
// words to which lanes of this store write different values (independent_threads, D72)
#define SCORD_SM_EVENT_LANES_DIFFER_WIDTH 32

static const scord_field_t scord_sm_event_fields[] SCORD_UNUSED = {
    {"kind", 0, 3},
    {"warp", 3, 5},
    {"slot", 8, 3},
    {"op", 11, 2},
    {"scope", 13, 2},
    {"strong", 15, 1},
    {"sequence", 16, 32},
    {"pc", 48, 32},
    {"address", 80, 40},
    {"mask", 120, 32},
    {"compare", 152, 32},
    {"value", 184, 32},
    {"returned", 216, 32},
    {"semantics", 248, 3},
    {"thread_bit_0", 251, 32},
    {"thread_bit_1", 283, 32},
    {"thread_bit_2", 315, 32},
    {"thread_bit_3", 347, 32},
    {"thread_bit_4", 379, 32},
    {"several_threads", 411, 32},
    {"lanes_differ", 443, 32},
};
#define SCORD_SM_EVENT_FIELD_COUNT 21  // entries of the field table

static inline void scord_sm_event_pack(const scord_sm_event_t *record, uint32_t words[]) {
  words[0] = ((uint32_t)record->kind & 0x7u) |
             ((uint32_t)record->warp & 0x1fu) << 3 |
             ((uint32_t)record->slot & 0x7u) << 8 |
             ((uint32_t)record->op & 0x3u) << 11 |
             ((uint32_t)record->scope & 0x3u) << 13 |
             ((uint32_t)record->strong & 0x1u) << 15 |
             (uint32_t)record->sequence << 16;
  words[1] = (uint32_t)(record->sequence >> 16) |
             (uint32_t)record->pc << 16;
  words[2] = (uint32_t)(record->pc >> 16) |
             (uint32_t)record->address << 16;
  words[3] = ((uint32_t)(record->address >> 16) & 0xffffffu) |
             (uint32_t)record->mask << 24;
  words[4] = (uint32_t)(record->mask >> 8) |
             (uint32_t)record->compare << 24;
  words[5] = (uint32_t)(record->compare >> 8) |
             (uint32_t)record->value << 24;
  words[6] = (uint32_t)(record->value >> 8) |
             (uint32_t)record->returned << 24;
  words[7] = (uint32_t)(record->returned >> 8) |
             ((uint32_t)record->semantics & 0x7u) << 24 |
             (uint32_t)record->thread_bit_0 << 27;
  words[8] = (uint32_t)(record->thread_bit_0 >> 5) |
             (uint32_t)record->thread_bit_1 << 27;
  words[9] = (uint32_t)(record->thread_bit_1 >> 5) |
             (uint32_t)record->thread_bit_2 << 27;
  words[10] = (uint32_t)(record->thread_bit_2 >> 5) |
             (uint32_t)record->thread_bit_3 << 27;
  words[11] = (uint32_t)(record->thread_bit_3 >> 5) |
             (uint32_t)record->thread_bit_4 << 27;
  words[12] = (uint32_t)(record->thread_bit_4 >> 5) |
             (uint32_t)record->several_threads << 27;
  words[13] = (uint32_t)(record->several_threads >> 5) |
             (uint32_t)record->lanes_differ << 27;
  words[14] = (uint32_t)(record->lanes_differ >> 5);
}

static inline void scord_sm_event_unpack(scord_sm_event_t *record, const uint32_t words[]) {
  record->kind = (uint8_t)(((uint32_t)words[0] & 0x7u));
  record->warp = (uint8_t)(((uint32_t)(words[0] >> 3) & 0x1fu));
  record->slot = (uint8_t)(((uint32_t)(words[0] >> 8) & 0x7u));
  record->op = (uint8_t)(((uint32_t)(words[0] >> 11) & 0x3u));
  record->scope = (uint8_t)(((uint32_t)(words[0] >> 13) & 0x3u));
  record->strong = (uint8_t)(((uint32_t)(words[0] >> 15) & 0x1u));
  record->sequence = (uint32_t)((uint32_t)(words[0] >> 16) | ((uint32_t)words[1] & 0xffffu) << 16);
  record->pc = (uint32_t)((uint32_t)(words[1] >> 16) | ((uint32_t)words[2] & 0xffffu) << 16);
  record->address = (uint64_t)((uint64_t)(words[2] >> 16) | ((uint64_t)words[3] & 0xffffffu) << 16);
  record->mask = (uint32_t)((uint32_t)(words[3] >> 24) | ((uint32_t)words[4] & 0xffffffu) << 8);
  record->compare = (uint32_t)((uint32_t)(words[4] >> 24) | ((uint32_t)words[5] & 0xffffffu) << 8);
  record->value = (uint32_t)((uint32_t)(words[5] >> 24) | ((uint32_t)words[6] & 0xffffffu) << 8);
  record->returned = (uint32_t)((uint32_t)(words[6] >> 24) | ((uint32_t)words[7] & 0xffffffu) << 8);
  record->semantics = (uint8_t)(((uint32_t)(words[7] >> 24) & 0x7u));
  record->thread_bit_0 = (uint32_t)((uint32_t)(words[7] >> 27) | ((uint32_t)words[8] & 0x7ffffffu) << 5);
  record->thread_bit_1 = (uint32_t)((uint32_t)(words[8] >> 27) | ((uint32_t)words[9] & 0x7ffffffu) << 5);
  record->thread_bit_2 = (uint32_t)((uint32_t)(words[9] >> 27) | ((uint32_t)words[10] & 0x7ffffffu) << 5);
  record->thread_bit_3 = (uint32_t)((uint32_t)(words[10] >> 27) | ((uint32_t)words[11] & 0x7ffffffu) << 5);
  record->thread_bit_4 = (uint32_t)((uint32_t)(words[11] >> 27) | ((uint32_t)words[12] & 0x7ffffffu) << 5);
  record->several_threads = (uint32_t)((uint32_t)(words[12] >> 27) | ((uint32_t)words[13] & 0x7ffffffu) << 5);
  record->lanes_differ = (uint32_t)((uint32_t)(words[13] >> 27) | ((uint32_t)words[14] & 0x7ffffffu) << 5);
}

// SM unit to detector
typedef struct scord_detector_request {
  uint8_t kind;  // [0] request_kind
  uint8_t block_id;  // [7:1] accessor's BlockID
  uint8_t warp_id;  // [12:8] accessor's WarpID
  uint8_t barrier_id;  // [20:13] BarrierID snapshot (D8)
  uint16_t lock_bloom;  // [36:21] bloom of the active locks, snapshot (D8)
  uint8_t op;  // [38:37] op
  uint8_t scope;  // [40:39] scope
  uint8_t strong;  // [41] strong access
  uint32_t sequence;  // [73:42] event number
  uint32_t pc;  // [105:74] program counter
  uint64_t address;  // [145:106] segment address
  uint32_t mask;  // [177:146] words of the segment
  uint8_t semantics;  // [180:178] ordering stated (D60); 0 without acquire_release
  uint32_t thread_bit_0;  // [212:181] bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_1;  // [244:213] bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_2;  // [276:245] bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_3;  // [308:277] bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t thread_bit_4;  // [340:309] bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  uint32_t several_threads;  // [372:341] words of which several lanes touch one byte (independent_threads, D40)
  // words to which lanes of this store write different values (independent_threads, D72)
  uint32_t lanes_differ;  // [404:373]
  uint8_t has_diverged;  // [405] hasDiverged of the accessor's warp (independent_threads, D41)
} scord_detector_request_t;

#define SCORD_DETECTOR_REQUEST_WIDTH 406  // bits
#define SCORD_DETECTOR_REQUEST_WORDS 13  // 32-bit words
#define SCORD_DETECTOR_REQUEST_KIND_SHIFT 0  // request_kind
#define SCORD_DETECTOR_REQUEST_KIND_WIDTH 1  // request_kind
#define SCORD_DETECTOR_REQUEST_BLOCK_ID_SHIFT 1  // accessor's BlockID
#define SCORD_DETECTOR_REQUEST_BLOCK_ID_WIDTH 7  // accessor's BlockID
#define SCORD_DETECTOR_REQUEST_WARP_ID_SHIFT 8  // accessor's WarpID
#define SCORD_DETECTOR_REQUEST_WARP_ID_WIDTH 5  // accessor's WarpID
#define SCORD_DETECTOR_REQUEST_BARRIER_ID_SHIFT 13  // BarrierID snapshot (D8)
#define SCORD_DETECTOR_REQUEST_BARRIER_ID_WIDTH 8  // BarrierID snapshot (D8)
#define SCORD_DETECTOR_REQUEST_LOCK_BLOOM_SHIFT 21  // bloom of the active locks, snapshot (D8)
#define SCORD_DETECTOR_REQUEST_LOCK_BLOOM_WIDTH 16  // bloom of the active locks, snapshot (D8)
#define SCORD_DETECTOR_REQUEST_OP_SHIFT 37  // op
#define SCORD_DETECTOR_REQUEST_OP_WIDTH 2  // op
#define SCORD_DETECTOR_REQUEST_SCOPE_SHIFT 39  // scope
#define SCORD_DETECTOR_REQUEST_SCOPE_WIDTH 2  // scope
#define SCORD_DETECTOR_REQUEST_STRONG_SHIFT 41  // strong access
#define SCORD_DETECTOR_REQUEST_STRONG_WIDTH 1  // strong access
#define SCORD_DETECTOR_REQUEST_SEQUENCE_SHIFT 42  // event number
#define SCORD_DETECTOR_REQUEST_SEQUENCE_WIDTH 32  // event number
#define SCORD_DETECTOR_REQUEST_PC_SHIFT 74  // program counter
#define SCORD_DETECTOR_REQUEST_PC_WIDTH 32  // program counter
#define SCORD_DETECTOR_REQUEST_ADDRESS_SHIFT 106  // segment address
#define SCORD_DETECTOR_REQUEST_ADDRESS_WIDTH 40  // segment address
#define SCORD_DETECTOR_REQUEST_MASK_SHIFT 146  // words of the segment
#define SCORD_DETECTOR_REQUEST_MASK_WIDTH 32  // words of the segment
#define SCORD_DETECTOR_REQUEST_SEMANTICS_SHIFT 178  // ordering stated (D60); 0 without acquire_release
#define SCORD_DETECTOR_REQUEST_SEMANTICS_WIDTH 3  // ordering stated (D60); 0 without acquire_release
// bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_0_SHIFT 181
// bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_0_WIDTH 32
// bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_1_SHIFT 213
// bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_1_WIDTH 32
// bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_2_SHIFT 245
// bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_2_WIDTH 32
// bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_3_SHIFT 277
// bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_3_WIDTH 32
// bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_4_SHIFT 309
// bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_THREAD_BIT_4_WIDTH 32
// words of which several lanes touch one byte (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_SEVERAL_THREADS_SHIFT 341
// words of which several lanes touch one byte (independent_threads, D40)
#define SCORD_DETECTOR_REQUEST_SEVERAL_THREADS_WIDTH 32
// words to which lanes of this store write different values (independent_threads, D72)
#define SCORD_DETECTOR_REQUEST_LANES_DIFFER_SHIFT 373
// words to which lanes of this store write different values (independent_threads, D72)
#define SCORD_DETECTOR_REQUEST_LANES_DIFFER_WIDTH 32
#define SCORD_DETECTOR_REQUEST_HAS_DIVERGED_SHIFT 405  // hasDiverged of the accessor's warp (independent_threads, D41)
#define SCORD_DETECTOR_REQUEST_HAS_DIVERGED_WIDTH 1  // hasDiverged of the accessor's warp (independent_threads, D41)

static const scord_field_t scord_detector_request_fields[] SCORD_UNUSED = {
    {"kind", 0, 1},
    {"block_id", 1, 7},
    {"warp_id", 8, 5},
    {"barrier_id", 13, 8},
    {"lock_bloom", 21, 16},
    {"op", 37, 2},
    {"scope", 39, 2},
    {"strong", 41, 1},
    {"sequence", 42, 32},
    {"pc", 74, 32},
    {"address", 106, 40},
    {"mask", 146, 32},
    {"semantics", 178, 3},
    {"thread_bit_0", 181, 32},
    {"thread_bit_1", 213, 32},
    {"thread_bit_2", 245, 32},
    {"thread_bit_3", 277, 32},
    {"thread_bit_4", 309, 32},
    {"several_threads", 341, 32},
    {"lanes_differ", 373, 32},
    {"has_diverged", 405, 1},
};
#define SCORD_DETECTOR_REQUEST_FIELD_COUNT 21  // entries of the field table

static inline void scord_detector_request_pack(const scord_detector_request_t *record, uint32_t words[]) {
  words[0] = ((uint32_t)record->kind & 0x1u) |
             ((uint32_t)record->block_id & 0x7fu) << 1 |
             ((uint32_t)record->warp_id & 0x1fu) << 8 |
             (uint32_t)record->barrier_id << 13 |
             (uint32_t)record->lock_bloom << 21;
  words[1] = (uint32_t)(record->lock_bloom >> 11) |
             ((uint32_t)record->op & 0x3u) << 5 |
             ((uint32_t)record->scope & 0x3u) << 7 |
             ((uint32_t)record->strong & 0x1u) << 9 |
             (uint32_t)record->sequence << 10;
  words[2] = (uint32_t)(record->sequence >> 22) |
             (uint32_t)record->pc << 10;
  words[3] = (uint32_t)(record->pc >> 22) |
             (uint32_t)record->address << 10;
  words[4] = ((uint32_t)(record->address >> 22) & 0x3ffffu) |
             (uint32_t)record->mask << 18;
  words[5] = (uint32_t)(record->mask >> 14) |
             ((uint32_t)record->semantics & 0x7u) << 18 |
             (uint32_t)record->thread_bit_0 << 21;
  words[6] = (uint32_t)(record->thread_bit_0 >> 11) |
             (uint32_t)record->thread_bit_1 << 21;
  words[7] = (uint32_t)(record->thread_bit_1 >> 11) |
             (uint32_t)record->thread_bit_2 << 21;
  words[8] = (uint32_t)(record->thread_bit_2 >> 11) |
             (uint32_t)record->thread_bit_3 << 21;
  words[9] = (uint32_t)(record->thread_bit_3 >> 11) |
             (uint32_t)record->thread_bit_4 << 21;
  words[10] = (uint32_t)(record->thread_bit_4 >> 11) |
             (uint32_t)record->several_threads << 21;
  words[11] = (uint32_t)(record->several_threads >> 11) |
             (uint32_t)record->lanes_differ << 21;
  words[12] = (uint32_t)(record->lanes_differ >> 11) |
             ((uint32_t)record->has_diverged & 0x1u) << 21;
}

static inline void scord_detector_request_unpack(scord_detector_request_t *record, const uint32_t words[]) {
  record->kind = (uint8_t)(((uint32_t)words[0] & 0x1u));
  record->block_id = (uint8_t)(((uint32_t)(words[0] >> 1) & 0x7fu));
  record->warp_id = (uint8_t)(((uint32_t)(words[0] >> 8) & 0x1fu));
  record->barrier_id = (uint8_t)(((uint32_t)(words[0] >> 13) & 0xffu));
  record->lock_bloom = (uint16_t)((uint32_t)(words[0] >> 21) | ((uint32_t)words[1] & 0x1fu) << 11);
  record->op = (uint8_t)(((uint32_t)(words[1] >> 5) & 0x3u));
  record->scope = (uint8_t)(((uint32_t)(words[1] >> 7) & 0x3u));
  record->strong = (uint8_t)(((uint32_t)(words[1] >> 9) & 0x1u));
  record->sequence = (uint32_t)((uint32_t)(words[1] >> 10) | ((uint32_t)words[2] & 0x3ffu) << 22);
  record->pc = (uint32_t)((uint32_t)(words[2] >> 10) | ((uint32_t)words[3] & 0x3ffu) << 22);
  record->address = (uint64_t)((uint64_t)(words[3] >> 10) | ((uint64_t)words[4] & 0x3ffffu) << 22);
  record->mask = (uint32_t)((uint32_t)(words[4] >> 18) | ((uint32_t)words[5] & 0x3ffffu) << 14);
  record->semantics = (uint8_t)(((uint32_t)(words[5] >> 18) & 0x7u));
  record->thread_bit_0 = (uint32_t)((uint32_t)(words[5] >> 21) | ((uint32_t)words[6] & 0x1fffffu) << 11);
  record->thread_bit_1 = (uint32_t)((uint32_t)(words[6] >> 21) | ((uint32_t)words[7] & 0x1fffffu) << 11);
  record->thread_bit_2 = (uint32_t)((uint32_t)(words[7] >> 21) | ((uint32_t)words[8] & 0x1fffffu) << 11);
  record->thread_bit_3 = (uint32_t)((uint32_t)(words[8] >> 21) | ((uint32_t)words[9] & 0x1fffffu) << 11);
  record->thread_bit_4 = (uint32_t)((uint32_t)(words[9] >> 21) | ((uint32_t)words[10] & 0x1fffffu) << 11);
  record->several_threads = (uint32_t)((uint32_t)(words[10] >> 21) | ((uint32_t)words[11] & 0x1fffffu) << 11);
  record->lanes_differ = (uint32_t)((uint32_t)(words[11] >> 21) | ((uint32_t)words[12] & 0x1fffffu) << 11);
  record->has_diverged = (uint8_t)(((uint32_t)(words[12] >> 21) & 0x1u));
}

// verification port of the detector: one item decided
typedef struct scord_retire {
  uint8_t kind;  // [0] request_kind
  uint32_t sequence;  // [32:1] event number
  uint8_t block_id;  // [39:33] accessor's BlockID
  uint8_t warp_id;  // [44:40] accessor's WarpID
  uint64_t address;  // [84:45] byte address of the word; 0 for a fence
  uint64_t metadata_before;  // [148:85] entry as read, after the tag check
  uint64_t metadata_after;  // [212:149] entry as written
  uint8_t path;  // [215:213] path
  uint8_t verdict;  // [219:216] verdict
  uint8_t scope;  // [220] scope of the race, 1 = block (semantics.md section 6); fence: its scope
  uint8_t tag_miss;  // [221] the entry's tag differed (D23)
} scord_retire_t;

#define SCORD_RETIRE_WIDTH 222  // bits
#define SCORD_RETIRE_WORDS 7  // 32-bit words
#define SCORD_RETIRE_KIND_SHIFT 0  // request_kind
#define SCORD_RETIRE_KIND_WIDTH 1  // request_kind
#define SCORD_RETIRE_SEQUENCE_SHIFT 1  // event number
#define SCORD_RETIRE_SEQUENCE_WIDTH 32  // event number
#define SCORD_RETIRE_BLOCK_ID_SHIFT 33  // accessor's BlockID
#define SCORD_RETIRE_BLOCK_ID_WIDTH 7  // accessor's BlockID
#define SCORD_RETIRE_WARP_ID_SHIFT 40  // accessor's WarpID
#define SCORD_RETIRE_WARP_ID_WIDTH 5  // accessor's WarpID
#define SCORD_RETIRE_ADDRESS_SHIFT 45  // byte address of the word; 0 for a fence
#define SCORD_RETIRE_ADDRESS_WIDTH 40  // byte address of the word; 0 for a fence
#define SCORD_RETIRE_METADATA_BEFORE_SHIFT 85  // entry as read, after the tag check
#define SCORD_RETIRE_METADATA_BEFORE_WIDTH 64  // entry as read, after the tag check
#define SCORD_RETIRE_METADATA_AFTER_SHIFT 149  // entry as written
#define SCORD_RETIRE_METADATA_AFTER_WIDTH 64  // entry as written
#define SCORD_RETIRE_PATH_SHIFT 213  // path
#define SCORD_RETIRE_PATH_WIDTH 3  // path
#define SCORD_RETIRE_VERDICT_SHIFT 216  // verdict
#define SCORD_RETIRE_VERDICT_WIDTH 4  // verdict
#define SCORD_RETIRE_SCOPE_SHIFT 220  // scope of the race, 1 = block (semantics.md section 6); fence: its scope
#define SCORD_RETIRE_SCOPE_WIDTH 1  // scope of the race, 1 = block (semantics.md section 6); fence: its scope
#define SCORD_RETIRE_TAG_MISS_SHIFT 221  // the entry's tag differed (D23)
#define SCORD_RETIRE_TAG_MISS_WIDTH 1  // the entry's tag differed (D23)

static const scord_field_t scord_retire_fields[] SCORD_UNUSED = {
    {"kind", 0, 1},
    {"sequence", 1, 32},
    {"block_id", 33, 7},
    {"warp_id", 40, 5},
    {"address", 45, 40},
    {"metadata_before", 85, 64},
    {"metadata_after", 149, 64},
    {"path", 213, 3},
    {"verdict", 216, 4},
    {"scope", 220, 1},
    {"tag_miss", 221, 1},
};
#define SCORD_RETIRE_FIELD_COUNT 11  // entries of the field table

static inline void scord_retire_pack(const scord_retire_t *record, uint32_t words[]) {
  words[0] = ((uint32_t)record->kind & 0x1u) |
             (uint32_t)record->sequence << 1;
  words[1] = (uint32_t)(record->sequence >> 31) |
             ((uint32_t)record->block_id & 0x7fu) << 1 |
             ((uint32_t)record->warp_id & 0x1fu) << 8 |
             (uint32_t)record->address << 13;
  words[2] = ((uint32_t)(record->address >> 19) & 0x1fffffu) |
             (uint32_t)record->metadata_before << 21;
  words[3] = (uint32_t)(record->metadata_before >> 11);
  words[4] = (uint32_t)(record->metadata_before >> 43) |
             (uint32_t)record->metadata_after << 21;
  words[5] = (uint32_t)(record->metadata_after >> 11);
  words[6] = (uint32_t)(record->metadata_after >> 43) |
             ((uint32_t)record->path & 0x7u) << 21 |
             ((uint32_t)record->verdict & 0xfu) << 24 |
             ((uint32_t)record->scope & 0x1u) << 28 |
             ((uint32_t)record->tag_miss & 0x1u) << 29;
}

static inline void scord_retire_unpack(scord_retire_t *record, const uint32_t words[]) {
  record->kind = (uint8_t)(((uint32_t)words[0] & 0x1u));
  record->sequence = (uint32_t)((uint32_t)(words[0] >> 1) | ((uint32_t)words[1] & 0x1u) << 31);
  record->block_id = (uint8_t)(((uint32_t)(words[1] >> 1) & 0x7fu));
  record->warp_id = (uint8_t)(((uint32_t)(words[1] >> 8) & 0x1fu));
  record->address = (uint64_t)((uint64_t)(words[1] >> 13) | ((uint64_t)words[2] & 0x1fffffu) << 19);
  record->metadata_before = (uint64_t)((uint64_t)(words[2] >> 21) | (uint64_t)words[3] << 11 | ((uint64_t)words[4] & 0x1fffffu) << 43);
  record->metadata_after = (uint64_t)((uint64_t)(words[4] >> 21) | (uint64_t)words[5] << 11 | ((uint64_t)words[6] & 0x1fffffu) << 43);
  record->path = (uint8_t)(((uint32_t)(words[6] >> 21) & 0x7u));
  record->verdict = (uint8_t)(((uint32_t)(words[6] >> 24) & 0xfu));
  record->scope = (uint8_t)(((uint32_t)(words[6] >> 28) & 0x1u));
  record->tag_miss = (uint8_t)(((uint32_t)(words[6] >> 29) & 0x1u));
}

// one race in the log, semantics.md section 6
typedef struct scord_race_record {
  uint32_t sequence;  // [31:0] event number
  uint32_t pc;  // [63:32] program counter
  uint64_t address;  // [103:64] byte address of the word
  uint8_t op;  // [105:104] op
  uint8_t verdict;  // [109:106] verdict
  uint8_t scope;  // [110] 1 = block
  uint8_t block_id;  // [117:111] accessor's BlockID
  uint8_t warp_id;  // [122:118] accessor's WarpID
  uint8_t thread_id;  // [127:123] accessor's ThreadID (ITS), else 0
  uint8_t owner_block_id;  // [134:128] owner's BlockID
  uint8_t owner_warp_id;  // [139:135] owner's WarpID
  uint8_t owner_thread_id;  // [144:140] owner's ThreadID (ITS), else 0
  uint64_t cycle;  // [192:145] detector cycle of the decision
  uint64_t reserved;  // [255:193] zero
} scord_race_record_t;

#define SCORD_RACE_RECORD_WIDTH 256  // bits
#define SCORD_RACE_RECORD_WORDS 8  // 32-bit words
#define SCORD_RACE_RECORD_SEQUENCE_SHIFT 0  // event number
#define SCORD_RACE_RECORD_SEQUENCE_WIDTH 32  // event number
#define SCORD_RACE_RECORD_PC_SHIFT 32  // program counter
#define SCORD_RACE_RECORD_PC_WIDTH 32  // program counter
#define SCORD_RACE_RECORD_ADDRESS_SHIFT 64  // byte address of the word
#define SCORD_RACE_RECORD_ADDRESS_WIDTH 40  // byte address of the word
#define SCORD_RACE_RECORD_OP_SHIFT 104  // op
#define SCORD_RACE_RECORD_OP_WIDTH 2  // op
#define SCORD_RACE_RECORD_VERDICT_SHIFT 106  // verdict
#define SCORD_RACE_RECORD_VERDICT_WIDTH 4  // verdict
#define SCORD_RACE_RECORD_SCOPE_SHIFT 110  // 1 = block
#define SCORD_RACE_RECORD_SCOPE_WIDTH 1  // 1 = block
#define SCORD_RACE_RECORD_BLOCK_ID_SHIFT 111  // accessor's BlockID
#define SCORD_RACE_RECORD_BLOCK_ID_WIDTH 7  // accessor's BlockID
#define SCORD_RACE_RECORD_WARP_ID_SHIFT 118  // accessor's WarpID
#define SCORD_RACE_RECORD_WARP_ID_WIDTH 5  // accessor's WarpID
#define SCORD_RACE_RECORD_THREAD_ID_SHIFT 123  // accessor's ThreadID (ITS), else 0
#define SCORD_RACE_RECORD_THREAD_ID_WIDTH 5  // accessor's ThreadID (ITS), else 0
#define SCORD_RACE_RECORD_OWNER_BLOCK_ID_SHIFT 128  // owner's BlockID
#define SCORD_RACE_RECORD_OWNER_BLOCK_ID_WIDTH 7  // owner's BlockID
#define SCORD_RACE_RECORD_OWNER_WARP_ID_SHIFT 135  // owner's WarpID
#define SCORD_RACE_RECORD_OWNER_WARP_ID_WIDTH 5  // owner's WarpID
#define SCORD_RACE_RECORD_OWNER_THREAD_ID_SHIFT 140  // owner's ThreadID (ITS), else 0
#define SCORD_RACE_RECORD_OWNER_THREAD_ID_WIDTH 5  // owner's ThreadID (ITS), else 0
#define SCORD_RACE_RECORD_CYCLE_SHIFT 145  // detector cycle of the decision
#define SCORD_RACE_RECORD_CYCLE_WIDTH 48  // detector cycle of the decision
#define SCORD_RACE_RECORD_RESERVED_SHIFT 193  // zero
#define SCORD_RACE_RECORD_RESERVED_WIDTH 63  // zero

static const scord_field_t scord_race_record_fields[] SCORD_UNUSED = {
    {"sequence", 0, 32},
    {"pc", 32, 32},
    {"address", 64, 40},
    {"op", 104, 2},
    {"verdict", 106, 4},
    {"scope", 110, 1},
    {"block_id", 111, 7},
    {"warp_id", 118, 5},
    {"thread_id", 123, 5},
    {"owner_block_id", 128, 7},
    {"owner_warp_id", 135, 5},
    {"owner_thread_id", 140, 5},
    {"cycle", 145, 48},
    {"reserved", 193, 63},
};
#define SCORD_RACE_RECORD_FIELD_COUNT 14  // entries of the field table

static inline void scord_race_record_pack(const scord_race_record_t *record, uint32_t words[]) {
  words[0] = (uint32_t)record->sequence;
  words[1] = (uint32_t)record->pc;
  words[2] = (uint32_t)record->address;
  words[3] = ((uint32_t)(record->address >> 32) & 0xffu) |
             ((uint32_t)record->op & 0x3u) << 8 |
             ((uint32_t)record->verdict & 0xfu) << 10 |
             ((uint32_t)record->scope & 0x1u) << 14 |
             ((uint32_t)record->block_id & 0x7fu) << 15 |
             ((uint32_t)record->warp_id & 0x1fu) << 22 |
             (uint32_t)record->thread_id << 27;
  words[4] = ((uint32_t)record->owner_block_id & 0x7fu) |
             ((uint32_t)record->owner_warp_id & 0x1fu) << 7 |
             ((uint32_t)record->owner_thread_id & 0x1fu) << 12 |
             (uint32_t)record->cycle << 17;
  words[5] = (uint32_t)(record->cycle >> 15);
  words[6] = ((uint32_t)(record->cycle >> 47) & 0x1u) |
             (uint32_t)record->reserved << 1;
  words[7] = (uint32_t)(record->reserved >> 31);
}

static inline void scord_race_record_unpack(scord_race_record_t *record, const uint32_t words[]) {
  record->sequence = (uint32_t)((uint32_t)words[0]);
  record->pc = (uint32_t)((uint32_t)words[1]);
  record->address = (uint64_t)((uint64_t)words[2] | ((uint64_t)words[3] & 0xffu) << 32);
  record->op = (uint8_t)(((uint32_t)(words[3] >> 8) & 0x3u));
  record->verdict = (uint8_t)(((uint32_t)(words[3] >> 10) & 0xfu));
  record->scope = (uint8_t)(((uint32_t)(words[3] >> 14) & 0x1u));
  record->block_id = (uint8_t)(((uint32_t)(words[3] >> 15) & 0x7fu));
  record->warp_id = (uint8_t)(((uint32_t)(words[3] >> 22) & 0x1fu));
  record->thread_id = (uint8_t)((uint32_t)(words[3] >> 27));
  record->owner_block_id = (uint8_t)(((uint32_t)words[4] & 0x7fu));
  record->owner_warp_id = (uint8_t)(((uint32_t)(words[4] >> 7) & 0x1fu));
  record->owner_thread_id = (uint8_t)(((uint32_t)(words[4] >> 12) & 0x1fu));
  record->cycle = (uint64_t)((uint64_t)(words[4] >> 17) | (uint64_t)words[5] << 15 | ((uint64_t)words[6] & 0x1u) << 47);
  record->reserved = (uint64_t)((uint64_t)(words[6] >> 1) | (uint64_t)words[7] << 31);
}

// X(name, NAME) for every struct.
#define SCORD_FOR_EACH_STRUCT(X) \
  X(metadata, METADATA) \
  X(fence_entry, FENCE_ENTRY) \
  X(lock_entry, LOCK_ENTRY) \
  X(sm_event, SM_EVENT) \
  X(detector_request, DETECTOR_REQUEST) \
  X(retire, RETIRE) \
  X(race_record, RACE_RECORD)

// ---- APB registers: byte offsets, then positions of their bits ----
#define SCORD_REGISTER_IDENTIFICATION 0x000  // ro: 0x53435244, ASCII SCRD
#define SCORD_REGISTER_CONTROL 0x004  // w1: commands
#define SCORD_REGISTER_STATUS 0x008  // ro: state of the device
#define SCORD_REGISTER_INTERRUPT_ENABLE 0x00c  // rw: bit 0: race log not empty
// rw: lowest tracked byte address, bits 31:0 (aligned to the tracked size)
#define SCORD_REGISTER_TRACKED_BASE_LOW 0x010
#define SCORD_REGISTER_TRACKED_BASE_HIGH 0x014  // rw: bits above 31
#define SCORD_REGISTER_LOG2_TRACKED_WORDS 0x018  // rw: log2 of the tracked 4-byte words
#define SCORD_REGISTER_LOG2_CACHE_RATIO 0x01c  // rw: log2 of words per metadata entry, 0 to 4 (D23)
// rw: AXI byte address of metadata entry 0, bits 31:0 (a multiple of metadata_line_bytes)
#define SCORD_REGISTER_METADATA_BASE_LOW 0x020
#define SCORD_REGISTER_METADATA_BASE_HIGH 0x024  // rw: bits above 31
#define SCORD_REGISTER_LOG_BASE_LOW 0x028  // rw: AXI byte address of the race log, bits 31:0
#define SCORD_REGISTER_LOG_BASE_HIGH 0x02c  // rw: bits above 31
#define SCORD_REGISTER_LOG_CAPACITY 0x030  // rw: race records that the log ring holds, 1 or more
// ro: race records written since log_reset, modulo 2^32; record i is at log_base + 32 * (i mod log_capacity)
#define SCORD_REGISTER_LOG_TAIL 0x034
#define SCORD_REGISTER_LOG_DROPPED 0x038  // ro: race records dropped because the ring was full
#define SCORD_REGISTER_ISSUE_POLICY 0x03c  // rw: issue_policy of every SM's issue scheduler
#define SCORD_REGISTER_COUNT_CHECKS 0x040  // ro: words checked
#define SCORD_REGISTER_COUNT_FENCES 0x044  // ro: fences counted
#define SCORD_REGISTER_COUNT_UNTRACKED 0x048  // ro: words outside the tracked range (D24)
#define SCORD_REGISTER_COUNT_TAG_MISS 0x04c  // ro: tag mismatches (D23)
#define SCORD_REGISTER_COUNT_SYSTEM_SCOPE 0x050  // ro: requests of system scope (D7)
#define SCORD_REGISTER_COUNT_INITIALIZATION 0x054  // ro: preliminary passes, Table III(a)
#define SCORD_REGISTER_COUNT_PROGRAM_ORDER 0x058  // ro: preliminary passes, Table III(b)
#define SCORD_REGISTER_COUNT_BARRIER 0x05c  // ro: preliminary passes, Table III(c)
#define SCORD_REGISTER_COUNT_ATOMIC_AFTER_ATOMIC 0x060  // ro: rule 5 passes
#define SCORD_REGISTER_COUNT_MISSING_BLOCK_FENCE 0x064  // ro: races, Table IV(a)
#define SCORD_REGISTER_COUNT_MISSING_DEVICE_FENCE 0x068  // ro: races, Table IV(b)
#define SCORD_REGISTER_COUNT_NOT_STRONG 0x06c  // ro: races, Table IV(c)
#define SCORD_REGISTER_COUNT_SCOPED_ATOMIC 0x070  // ro: races, Table IV(d)
#define SCORD_REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD 0x074  // ro: races, Table IV(e)
#define SCORD_REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE 0x078  // ro: races, Table IV(f)
#define SCORD_REGISTER_COUNT_STALL_SM 0x07c  // ro: cycles with an SM event waiting, not ready
#define SCORD_REGISTER_COUNT_NOT_PERFORMED 0x080  // ro: checks not performed: AXI error on the metadata read (D27)
#define SCORD_REGISTER_COUNT_LINE_HIT 0x084  // ro: requests whose metadata line was buffered
#define SCORD_REGISTER_COUNT_LINE_MISS 0x088  // ro: requests whose metadata line had to be allocated
// ro: cycles in which the oldest request waits for metadata from memory
#define SCORD_REGISTER_COUNT_STALL_METADATA 0x08c
#define SCORD_REGISTER_COUNT_STALL_RACE_LOG 0x090  // ro: cycles in which a decision waits for the race reporter
#define SCORD_REGISTER_COUNT_STALL_LINE 0x094  // ro: cycles in which a request waits for a free metadata line
// ro: cycles in which a request waits for a read slot or the read address channel
#define SCORD_REGISTER_COUNT_STALL_FETCH 0x098
#define SCORD_REGISTER_COUNT_STALL_QUEUE 0x09c  // ro: cycles in which a request waits for room in the decision queue
#define SCORD_REGISTER_COUNT_AXI_ERRORS 0x0a0  // ro: AXI error responses: read beats and write responses
// rw: race records that software has consumed; log_head to log_tail may be written at any time
#define SCORD_REGISTER_LOG_HEAD 0x0a4
#define SCORD_REGISTER_RULES 0x0a8  // rw: options of the rules
#define SCORD_CONTROL_KERNEL_START 0  // clear all detector and SM state, then all metadata (D5)
#define SCORD_CONTROL_LOG_RESET 1  // empty the race log: tail and dropped to zero
#define SCORD_STATUS_CLEARING 0  // metadata clear in progress
#define SCORD_STATUS_BUSY 1  // a request or its write-back is in flight anywhere
#define SCORD_STATUS_RACE 2  // the race log is not empty: log_tail differs from log_head
#define SCORD_STATUS_AXI_ERROR 3  // an AXI response was an error since kernel_start
#define SCORD_RULES_BOTH_SCOPES 0  // rule 4 uses the scopes of both atomics (D39)

// ---- configurations ----
typedef struct scord_config {
  const char *name;
  uint32_t num_sms;  // 1 to 16, elaborated: streaming multiprocessors
  uint32_t blocks_per_sm;  // 1 to 8, elaborated: threadblock slots of an SM
  uint32_t warps_per_sm;  // 1 to 32, elaborated: warp slots of an SM
  uint32_t lanes;  // 1 to 32, elaborated: word checks in a cycle: 1, 2, 4, 8, 16 or 32
  uint32_t request_fifo_depth;  // 2 to 64, elaborated: requests buffered between an SM unit and the detector
  // 2 to 128, elaborated: metadata lines buffered, and outstanding metadata reads: a power of two, 2 to 128
  uint32_t metadata_lines;
  // 1 to 16, elaborated: metadata entries in a beat of the AXI port: a power of two, 1 to 16 (64 to 1024 bits)
  uint32_t beat_entries;
  // 0 to 1, elaborated: memory holds a metadata line as a head of up to three different entries, and plain entries (at most 4 entries in a beat)
  uint32_t grouped_lines;
  // 0 to 2, elaborated: threads of a warp are distinguished (independent thread scheduling, D40): 1 while it has diverged, 2 always
  uint32_t independent_threads;
  uint32_t acquire_release;  // 0 to 1, elaborated: acquire and release order accesses (D60)
  uint32_t many_locks;  // 0 to 1, elaborated: a full lock table counts its oldest locks instead of dropping them (D71)
  // 0 to 1, elaborated: the letter of the paper in place of the departures of semantics.md section 16 (D91)
  uint32_t as_printed;
  uint32_t log2_cache_ratio;  // 0 to 4: log2 of words per metadata entry (D23)
  uint32_t log_capacity;  // 1 to 1048576: race records that the log holds
  uint32_t issue_policy;  // 0 to 3: issue_policy
  uint32_t both_scopes;  // 0 to 1: rule 4 uses the scopes of both atomics (D39)
} scord_config_t;

// A key of scord_config_t, for checks and parsers that serve all keys alike.
typedef struct scord_config_key {
  const char *name;
  uint32_t default_value, minimum, maximum;
  size_t offset;   // of the uint32_t in scord_config_t
  int elaborated;  // 1: a module parameter, 0: a run-time register
} scord_config_key_t;

#define SCORD_CONFIG_KEY_COUNT 16  // entries of scord_config_keys
static const scord_config_key_t scord_config_keys[] SCORD_UNUSED = {
    {"num_sms", 15, 1, 16, offsetof(scord_config_t, num_sms), 1},
    {"blocks_per_sm", 8, 1, 8, offsetof(scord_config_t, blocks_per_sm), 1},
    {"warps_per_sm", 32, 1, 32, offsetof(scord_config_t, warps_per_sm), 1},
    {"lanes", 4, 1, 32, offsetof(scord_config_t, lanes), 1},
    {"request_fifo_depth", 4, 2, 64, offsetof(scord_config_t, request_fifo_depth), 1},
    {"metadata_lines", 8, 2, 128, offsetof(scord_config_t, metadata_lines), 1},
    {"beat_entries", 1, 1, 16, offsetof(scord_config_t, beat_entries), 1},
    {"grouped_lines", 0, 0, 1, offsetof(scord_config_t, grouped_lines), 1},
    {"independent_threads", 0, 0, 2, offsetof(scord_config_t, independent_threads), 1},
    {"acquire_release", 0, 0, 1, offsetof(scord_config_t, acquire_release), 1},
    {"many_locks", 0, 0, 1, offsetof(scord_config_t, many_locks), 1},
    {"as_printed", 0, 0, 1, offsetof(scord_config_t, as_printed), 1},
    {"log2_cache_ratio", 4, 0, 4, offsetof(scord_config_t, log2_cache_ratio), 0},
    {"log_capacity", 4096, 1, 1048576, offsetof(scord_config_t, log_capacity), 0},
    {"issue_policy", 2, 0, 3, offsetof(scord_config_t, issue_policy), 0},
    {"both_scopes", 0, 0, 1, offsetof(scord_config_t, both_scopes), 0},
};

#define SCORD_DEFAULT_NUM_SMS 15  // streaming multiprocessors
#define SCORD_DEFAULT_BLOCKS_PER_SM 8  // threadblock slots of an SM
#define SCORD_DEFAULT_WARPS_PER_SM 32  // warp slots of an SM
#define SCORD_DEFAULT_LANES 4  // word checks in a cycle: 1, 2, 4, 8, 16 or 32
#define SCORD_DEFAULT_REQUEST_FIFO_DEPTH 4  // requests buffered between an SM unit and the detector
// metadata lines buffered, and outstanding metadata reads: a power of two, 2 to 128
#define SCORD_DEFAULT_METADATA_LINES 8
// metadata entries in a beat of the AXI port: a power of two, 1 to 16 (64 to 1024 bits)
#define SCORD_DEFAULT_BEAT_ENTRIES 1
// memory holds a metadata line as a head of up to three different entries, and plain entries (at most 4 entries in a beat)
#define SCORD_DEFAULT_GROUPED_LINES 0
// threads of a warp are distinguished (independent thread scheduling, D40): 1 while it has diverged, 2 always
#define SCORD_DEFAULT_INDEPENDENT_THREADS 0
#define SCORD_DEFAULT_ACQUIRE_RELEASE 0  // acquire and release order accesses (D60)
#define SCORD_DEFAULT_MANY_LOCKS 0  // a full lock table counts its oldest locks instead of dropping them (D71)
// the letter of the paper in place of the departures of semantics.md section 16 (D91)
#define SCORD_DEFAULT_AS_PRINTED 0
#define SCORD_DEFAULT_LOG2_CACHE_RATIO 4  // log2 of words per metadata entry (D23)
#define SCORD_DEFAULT_LOG_CAPACITY 4096  // race records that the log holds
#define SCORD_DEFAULT_ISSUE_POLICY 2  // issue_policy
#define SCORD_DEFAULT_BOTH_SCOPES 0  // rule 4 uses the scopes of both atomics (D39)

#define SCORD_CONFIG_COUNT 23  // entries of scord_configs
static const scord_config_t scord_configs[] SCORD_UNUSED = {
    {"gtx480", 15, 8, 32, 4, 4, 8, 1, 0, 0, 0, 0, 0, 4, 4096, 2, 0},  // Table V: the default machine
    // Table V, one metadata entry a word (200 % memory)
    {"nocache", 15, 8, 32, 4, 4, 8, 1, 0, 0, 0, 0, 0, 0, 4096, 2, 0},
    {"both_scopes", 15, 8, 32, 4, 4, 8, 1, 0, 0, 0, 0, 0, 4, 4096, 2, 1},  // Table V, with the improved rule 4 (D39)
    {"printed", 15, 8, 32, 4, 4, 8, 1, 0, 0, 0, 0, 1, 4, 4096, 2, 0},  // Table V to the letter of the paper (D91)
    // Table V, acquire and release order accesses (D60)
    {"acqrel", 15, 8, 32, 4, 4, 8, 1, 0, 0, 1, 0, 0, 4, 4096, 2, 0},
    // today's CUDA: threads of a warp told apart (D40), acquire and release (D60), many locks (D71), both scopes (D39), one metadata entry a word
    {"cuda", 15, 8, 32, 4, 4, 8, 1, 0, 1, 1, 1, 0, 0, 4096, 2, 1},
    {"tiny", 2, 2, 4, 2, 4, 4, 1, 0, 0, 0, 0, 0, 4, 4096, 2, 0},  // two small SMs, for proofs and fast random runs
    {"tinyprinted", 2, 2, 4, 2, 4, 4, 1, 0, 0, 0, 0, 1, 4, 4096, 2, 0},  // tiny to the letter of the paper (D91)
    {"tinyar", 2, 2, 4, 2, 4, 4, 1, 0, 0, 1, 0, 0, 4, 4096, 2, 0},  // tiny, acquire and release order accesses (D60)
    {"tinycuda", 2, 2, 4, 2, 4, 4, 1, 0, 1, 1, 1, 0, 0, 4096, 2, 1},  // tiny with two SMs, and the options of cuda
    {"tiny1", 2, 2, 4, 1, 4, 2, 1, 0, 0, 0, 0, 0, 4, 4096, 2, 0},  // tiny with one lane and the fewest metadata lines
    {"tiny4", 2, 2, 4, 4, 4, 8, 1, 0, 0, 0, 0, 0, 4, 4096, 2, 0},  // tiny with four lanes
    // tiny with the most metadata lines and a port of eight metadata entries in a beat
    {"tiny128lines", 2, 2, 4, 2, 4, 128, 8, 0, 0, 0, 0, 0, 4, 4096, 2, 0},
    // tiny with eight lanes, 16 metadata lines and a port of two metadata entries in a beat
    {"tiny8", 2, 2, 4, 8, 4, 16, 2, 0, 0, 0, 0, 0, 4, 4096, 2, 0},
    // tiny with sixteen lanes and a port of four metadata entries in a beat
    {"tiny16", 2, 2, 4, 16, 4, 8, 4, 0, 0, 0, 0, 0, 4, 4096, 2, 0},
    // tiny with a whole segment a cycle and the widest port, 16 metadata entries in a beat
    {"tinywide", 2, 2, 4, 32, 4, 16, 16, 0, 0, 0, 0, 0, 4, 4096, 2, 0},
    {"tinygrouped", 2, 2, 4, 2, 4, 4, 1, 1, 0, 0, 0, 0, 4, 4096, 2, 0},  // tiny, metadata lines stored grouped
    // tiny with the options of cuda, eight lanes, metadata lines stored grouped, and a port of four metadata entries in a beat
    {"tinygrouped4", 2, 2, 4, 8, 4, 8, 4, 1, 1, 1, 1, 0, 4, 4096, 2, 1},
    // Table V with a whole segment a cycle, 128 metadata lines and a port of 16 metadata entries in a beat
    {"wide", 15, 8, 32, 32, 4, 128, 16, 0, 0, 0, 0, 0, 4, 4096, 2, 0},
    // Table V, metadata lines stored grouped: two groups a cycle, 128 lines and a port of four metadata entries in a beat
    {"grouped", 15, 8, 32, 2, 4, 128, 4, 1, 0, 0, 0, 0, 4, 4096, 2, 0},
    {"its", 15, 8, 32, 4, 4, 8, 1, 0, 1, 0, 0, 0, 4, 4096, 2, 0},  // Table V with independent thread scheduling (D40)
    // tiny with one SM and independent thread scheduling
    {"tinyits", 1, 2, 4, 2, 4, 4, 1, 0, 1, 0, 0, 0, 4, 4096, 2, 0},
    // tiny with eight lanes; the threads of every warp are distinguished (D41)
    {"tinyits8", 2, 2, 4, 8, 4, 8, 2, 0, 2, 0, 0, 0, 4, 4096, 2, 0},
};

#ifdef __cplusplus
}
#endif

#endif  // SCORD_PARAMS_H
