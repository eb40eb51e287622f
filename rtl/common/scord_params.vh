// SPDX-License-Identifier: Apache-2.0
// Generated from scripts/params/scord.params by scripts/generate_parameters.c; do not edit: run scripts/generate.sh.
//
// Constants are used as scord_params::NAME. Records are packed structs at file scope, most significant
// field first; a field named like a SystemVerilog keyword has an underscore after it.
`ifndef SCORD_PARAMS_VH
`define SCORD_PARAMS_VH

// No module needs all of them.
/* verilator lint_off UNUSED */
package scord_params;
  // constants
  localparam int MAX_SMS = 16;  // upper bound of SMs that a BlockID can name
  localparam int MAX_BLOCKS_PER_SM = 8;  // upper bound of resident threadblocks of an SM (Table V)
  localparam int MAX_WARPS_PER_SM = 32;  // upper bound of resident warps of an SM (Table V)
  // upper bound of warp slots of an SM of the cycle-level machine (warp_scheduler)
  localparam int SCHEDULER_MAX_WARPS = 64;
  localparam int SCHEDULER_WARP_WIDTH = 6;  // bits of a warp number of the cycle-level machine
  localparam int SCHEDULER_MAX_UNITS = 4;  // upper bound of issue schedulers of an SM of the cycle-level machine
  localparam int BAWS_WARPS_PER_SM = 48;  // warp slots of an SM (BAWS Table 1)
  localparam int BAWS_SCHEDULERS = 2;  // issue schedulers of an SM (BAWS section 4.1.1)
  localparam int FETCH_FAIRNESS = 16;  // CFF: one of this many fetch grants is round robin (W11)
  localparam int THREADS_PER_WARP = 32;  // lanes of a warp (Table V)
  localparam int SM_WIDTH = 4;  // bits that name an SM
  localparam int SLOT_WIDTH = 3;  // bits that name a threadblock slot of an SM
  localparam int WARP_WIDTH = 5;  // bits that name a warp slot of an SM (WarpID)
  localparam int LANE_WIDTH = 5;  // bits that name a lane (ThreadID)
  localparam int BLOCK_ID_WIDTH = 7;  // BlockID = {SM, slot}
  localparam int FENCE_FILE_INDEX_WIDTH = 9;  // fence file index = {SM, WarpID}
  localparam int LOCK_TABLE_ENTRIES = 4;  // lock table entries of a warp (section IV)
  localparam int LOCK_HASH_WIDTH = 6;  // bits of a lock's address hash (D21)
  // with many_locks: lower bits of the hash of an entry many_block or many_device: the locks that it counts (D71)
  localparam int LOCK_COUNT_WIDTH = 5;
  localparam int BARRIER_ID_WIDTH = 8;  // bits of a barrier counter (section IV)
  // with independent_threads: upper bits of a BarrierID, the warp's __syncwarp epoch (D41)
  localparam int SYNCWARP_ID_WIDTH = 4;
  // with independent_threads: lower bits of a BarrierID, from the barrier counter (D41)
  localparam int EPOCH_BARRIER_WIDTH = 4;
  localparam int FENCE_ID_WIDTH = 6;  // bits of BlkFenceID and DevFenceID (section IV)
  localparam int PRIORITY_WIDTH = 6;  // bits of a warp priority table entry (BAWS section 4.1.2)
  // bits of a release number: the room in a metadata entry without lockset (acquire_release, D61)
  localparam int RELEASE_NUMBER_WIDTH = 12;
  // lowest bit of a release number in lock_bloom; the bits below are 0: the lockset is empty (D22)
  localparam int RELEASE_NUMBER_SHIFT = 4;
  localparam int BLOOM_WIDTH = 16;  // bits of a lock bloom filter (section IV): block part low, device part high (D21)
  localparam int BLOOM_PART_WIDTH = 8;  // bits of one bloom part: two one-hot fields of four (D21)
  localparam int TAG_WIDTH = 4;  // bits of the metadata cache tag (section IV-B)
  localparam int ADDRESS_WIDTH = 40;  // bits of a byte address
  localparam int WORD_BYTES = 4;  // tracking granularity (section IV)
  localparam int SEGMENT_BYTES = 128;  // bytes of one coalesced request
  localparam int SEGMENT_WORDS = 32;  // words of one coalesced request
  // with independent_threads: ThreadID of a word, whether several threads touch it (D40) and whether they write different values (D72)
  localparam int WORD_THREAD_WIDTH = 7;
  // the same for all words of a segment: uppermost bits of an sm_event, only with independent_threads
  localparam int WORD_THREADS_WIDTH = 224;
  // the same and hasDiverged: uppermost bits of a detector_request, only with independent_threads
  localparam int REQUEST_THREADS_WIDTH = 225;
  localparam int SEGMENT_WIDTH = 7;  // address bits below a segment
  localparam int SEQUENCE_WIDTH = 32;  // bits of an event's sequence number in hardware (low bits of the stream's)
  localparam int PC_WIDTH = 32;  // bits of a program counter (the stream's number of the instruction)
  localparam int VALUE_WIDTH = 32;  // bits of an atomic operand seen by lock inference
  localparam int CYCLE_WIDTH = 48;  // bits of the cycle stamp in a race record
  localparam int AXI_DATA_WIDTH = 64;  // AXI4 data bits of one metadata entry; the port is beat_entries times as wide
  localparam int MAX_BEAT_ENTRIES = 16;  // upper bound of the metadata entries of an AXI4 beat
  localparam int AXI_ID_WIDTH = 8;  // AXI4 identifier bits
  // upper bound of buffered metadata lines; each line and each outstanding read has an AXI4 ID
  localparam int MAX_METADATA_LINES = 128;
  localparam int METADATA_ENTRY_BYTES = 8;  // bytes of a metadata entry
  // bytes of a metadata line, the entries of one segment (D37); metadata_base is a multiple of it
  localparam int METADATA_LINE_BYTES = 256;
  // different entries that the head of a grouped metadata line holds (grouped_lines); a head is a map and these, 32 bytes
  localparam int GROUPED_PLACES = 3;
  localparam int AXI_ID_METADATA = 0;  // first AXI4 ID of metadata traffic: reads by read slot, writes by line
  localparam int AXI_ID_RACE_LOG = 128;  // AXI4 ID of race log traffic
  localparam int AXI_ID_CLEAR = 129;  // AXI4 ID of the metadata clear at kernel start
  localparam int AXI_BURST_BEATS = 256;  // beats of a full clear burst
  localparam int APB_ADDRESS_WIDTH = 12;  // APB address bits
  localparam int APB_DATA_WIDTH = 32;  // APB data bits
  localparam int RACE_RECORD_BEATS = 4;  // 64-bit words of one race record in the log: beats of a 64-bit port

  // op: memory operation
  localparam int OP_WIDTH = 2;  // bits of op
  localparam logic [1:0] OP_LOAD = 2'd0;  // load
  localparam logic [1:0] OP_STORE = 2'd1;  // store
  localparam logic [1:0] OP_ATOMIC = 2'd2;  // atomic read-modify-write

  // scope: scope of an atomic or a fence; system counts as device (D7). Bit 0 is the metadata Scope flag
  localparam int SCOPE_WIDTH = 2;  // bits of scope
  localparam logic [1:0] SCOPE_DEVICE = 2'd0;  // all threads of the device (.gpu)
  localparam logic [1:0] SCOPE_BLOCK = 2'd1;  // the threadblock (.cta)
  localparam logic [1:0] SCOPE_SYSTEM = 2'd2;  // device and host (.sys)

  // atomic_kind: what an atomic does
  localparam int ATOMIC_KIND_WIDTH = 4;  // bits of atomic_kind
  localparam logic [3:0] ATOMIC_KIND_NONE = 4'd0;  // not an atomic
  localparam logic [3:0] ATOMIC_KIND_ADD = 4'd1;  // add
  localparam logic [3:0] ATOMIC_KIND_EXCH = 4'd2;  // exchange
  localparam logic [3:0] ATOMIC_KIND_CAS = 4'd3;  // compare and swap
  localparam logic [3:0] ATOMIC_KIND_AND = 4'd4;  // bitwise and
  localparam logic [3:0] ATOMIC_KIND_OR = 4'd5;  // bitwise or
  localparam logic [3:0] ATOMIC_KIND_XOR = 4'd6;  // bitwise exclusive or
  localparam logic [3:0] ATOMIC_KIND_MIN = 4'd7;  // minimum
  localparam logic [3:0] ATOMIC_KIND_MAX = 4'd8;  // maximum
  localparam logic [3:0] ATOMIC_KIND_INC = 4'd9;  // increment with wrap
  localparam logic [3:0] ATOMIC_KIND_DEC = 4'd10;  // decrement with wrap

  // semantics: ordering attached to an access or a fence
  localparam int SEMANTICS_WIDTH = 3;  // bits of semantics
  localparam logic [2:0] SEMANTICS_NONE = 3'd0;  // not stated (weak, or an old membar)
  localparam logic [2:0] SEMANTICS_RELAXED = 3'd1;  // relaxed
  localparam logic [2:0] SEMANTICS_ACQUIRE = 3'd2;  // acquire
  localparam logic [2:0] SEMANTICS_RELEASE = 3'd3;  // release
  localparam logic [2:0] SEMANTICS_ACQ_REL = 3'd4;  // acquire and release
  localparam logic [2:0] SEMANTICS_SEQ_CST = 3'd5;  // sequentially consistent

  // verdict: outcome of a check: ScoRD Table IV, or lanes of one store
  localparam int VERDICT_WIDTH = 4;  // bits of verdict
  localparam logic [3:0] VERDICT_CLEAN = 4'd0;  // no race
  localparam logic [3:0] VERDICT_MISSING_BLOCK_FENCE = 4'd1;  // Table IV(a)
  localparam logic [3:0] VERDICT_MISSING_DEVICE_FENCE = 4'd2;  // Table IV(b)
  localparam logic [3:0] VERDICT_NOT_STRONG = 4'd3;  // Table IV(c)
  localparam logic [3:0] VERDICT_SCOPED_ATOMIC = 4'd4;  // Table IV(d)
  localparam logic [3:0] VERDICT_NO_COMMON_LOCK_ON_LOAD = 4'd5;  // Table IV(e)
  localparam logic [3:0] VERDICT_NO_COMMON_LOCK_ON_STORE = 4'd6;  // Table IV(f)
  localparam logic [3:0] VERDICT_NOT_PERFORMED = 4'd7;  // no verdict: the metadata could not be read (D27)
  localparam logic [3:0] VERDICT_LANES_DIFFER = 4'd8;  // lanes of one store write different values (D72)

  // path: how a check was decided
  localparam int PATH_WIDTH = 3;  // bits of path
  localparam logic [2:0] PATH_FULL = 3'd0;  // all of rules 4, 6 and 7 were tested (semantics.md section 3)
  localparam logic [2:0] PATH_INITIALIZATION = 3'd1;  // Table III(a), rule 1
  localparam logic [2:0] PATH_PROGRAM_ORDER = 3'd2;  // Table III(b), rule 3
  localparam logic [2:0] PATH_BARRIER = 3'd3;  // Table III(c), rule 2
  localparam logic [2:0] PATH_ATOMIC_AFTER_ATOMIC = 3'd4;  // rule 5 (D14)
  localparam logic [2:0] PATH_UNTRACKED = 3'd5;  // outside the tracked range, not checked (D24)
  localparam logic [2:0] PATH_NOT_PERFORMED = 3'd6;  // AXI error on the metadata read: not checked, logged (D27)

  // lock_state: state of a lock table entry (D18)
  localparam int LOCK_STATE_WIDTH = 3;  // bits of lock_state
  localparam logic [2:0] LOCK_STATE_EMPTY = 3'd0;  // no lock
  localparam logic [2:0] LOCK_STATE_BLOCK = 3'd1;  // block lock, not active
  localparam logic [2:0] LOCK_STATE_BLOCK_ACTIVE = 3'd2;  // block lock, active
  localparam logic [2:0] LOCK_STATE_DEVICE = 3'd3;  // device lock, not active
  localparam logic [2:0] LOCK_STATE_DEVICE_ACTIVE_BLOCK = 3'd4;  // device lock, active at block scope only
  localparam logic [2:0] LOCK_STATE_DEVICE_ACTIVE = 3'd5;  // device lock, active
  // many_locks: counts block locks; active when the uppermost hash bit is set (D71)
  localparam logic [2:0] LOCK_STATE_MANY_BLOCK = 3'd6;
  // many_locks: counts locks, some of them device locks; active at device scope when the uppermost hash bit is set, else at block scope (D71)
  localparam logic [2:0] LOCK_STATE_MANY_DEVICE = 3'd7;

  // sm_event_kind: events from an SM to its SM unit, in program order
  localparam int SM_EVENT_KIND_WIDTH = 3;  // bits of sm_event_kind
  localparam logic [2:0] SM_EVENT_KIND_BLOCK_LAUNCH = 3'd0;  // slot, mask = warp slots of the block (D4, D25)
  // one coalesced request of a warp instruction: address = segment, mask = words
  localparam logic [2:0] SM_EVENT_KIND_ACCESS = 3'd1;
  localparam logic [2:0] SM_EVENT_KIND_FENCE = 3'd2;  // warp, slot, scope
  localparam logic [2:0] SM_EVENT_KIND_BARRIER_ARRIVE = 3'd3;  // one warp of slot waits at the barrier
  localparam logic [2:0] SM_EVENT_KIND_BARRIER_RELEASE = 3'd4;  // the barrier of slot releases
  // lane's lock word after its atomicCAS: address, scope, compare, value, returned (D17)
  localparam logic [2:0] SM_EVENT_KIND_CAS = 3'd5;
  // lane's lock word after its atomicExch: address, scope, value (D19)
  localparam logic [2:0] SM_EVENT_KIND_EXCH = 3'd6;
  // a warp's lanes diverge (mask = 0) or meet at a __syncwarp (mask = these lanes); independent_threads, D41
  localparam logic [2:0] SM_EVENT_KIND_CONVERGENCE = 3'd7;

  // request_kind: requests from an SM unit to the detector
  localparam int REQUEST_KIND_WIDTH = 1;  // bits of request_kind
  localparam logic [0:0] REQUEST_KIND_ACCESS = 1'd0;  // check the words of a segment
  localparam logic [0:0] REQUEST_KIND_FENCE = 1'd1;  // count a fence

  // issue_policy: warp scheduling policy of the issue stage (BAWS section 4.1)
  localparam int ISSUE_POLICY_WIDTH = 3;  // bits of issue_policy
  localparam logic [2:0] ISSUE_POLICY_LRR = 3'd0;  // loose round robin
  localparam logic [2:0] ISSUE_POLICY_GTO = 3'd1;  // greedy then oldest
  localparam logic [2:0] ISSUE_POLICY_MWF_LRR = 3'd2;  // most waiting first, LRR inside a block
  localparam logic [2:0] ISSUE_POLICY_MWF_GTO = 3'd3;  // most waiting first, GTO inside a block

  // fetch_order: which warp the fetch port of an SM serves (BAWS sections 4.2 and 6.2)
  localparam int FETCH_ORDER_WIDTH = 2;  // bits of fetch_order
  localparam logic [1:0] FETCH_ORDER_ROUND_ROBIN = 2'd0;  // from the last served + 1 (W9)
  // fewest I-buffer entries in use first: only in the model; hardware serves round robin
  localparam logic [1:0] FETCH_ORDER_FEWEST_ENTRIES = 2'd1;
  // first in the issue order among warps that do not wait at a barrier (W10, W11)
  localparam logic [1:0] FETCH_ORDER_CRITICAL_FIRST = 2'd2;

  // event_kind: event stream records
  localparam int EVENT_KIND_WIDTH = 5;  // bits of event_kind
  localparam logic [4:0] EVENT_KIND_KERNEL_BEGIN = 5'd0;  // a launch starts
  localparam logic [4:0] EVENT_KIND_KERNEL_END = 5'd1;  // a launch has finished, every check drained
  localparam logic [4:0] EVENT_KIND_BLOCK_LAUNCH = 5'd2;  // a threadblock takes an SM slot and its warp slots
  localparam logic [4:0] EVENT_KIND_BLOCK_EXIT = 5'd3;  // a threadblock leaves its slot
  localparam logic [4:0] EVENT_KIND_WARP_EXIT = 5'd4;  // a warp has finished
  localparam logic [4:0] EVENT_KIND_ACCESS = 5'd5;  // load, store or atomic of a warp instruction
  localparam logic [4:0] EVENT_KIND_FENCE = 5'd6;  // memory fence of a warp instruction
  localparam logic [4:0] EVENT_KIND_BARRIER_ARRIVE = 5'd7;  // a warp waits at its block's barrier
  localparam logic [4:0] EVENT_KIND_BARRIER_RELEASE = 5'd8;  // a block's barrier releases
  localparam logic [4:0] EVENT_KIND_DIVERGE = 5'd9;  // a warp's lanes diverge (ITS)
  localparam logic [4:0] EVENT_KIND_RECONVERGE = 5'd10;  // a warp's lanes reconverge (ITS)
  localparam logic [4:0] EVENT_KIND_LOCATION = 5'd11;  // PC to file and line
  localparam logic [4:0] EVENT_KIND_OBJECT = 5'd12;  // a named range of global memory
  localparam logic [4:0] EVENT_KIND_SCHEDULE = 5'd13;  // ready mask for the issue scheduler of an SM
  localparam logic [4:0] EVENT_KIND_EXPECT = 5'd14;  // test annotation: verdict of the check just before
  localparam logic [4:0] EVENT_KIND_EXPECT_PICK = 5'd15;  // test annotation: warp picked by the schedule just before
  // text for every report made from the stream: how the stream was made
  localparam logic [4:0] EVENT_KIND_NOTE = 5'd16;
  // synchronization misused, as the front end saw it: for reports only
  localparam logic [4:0] EVENT_KIND_FINDING = 5'd17;

  // widths of the packed records below
  localparam int METADATA_WIDTH = 64;  // one metadata entry (section IV, Figure 7; semantics.md section 1)
  localparam int FENCE_ENTRY_WIDTH = 12;  // one fence file entry
  localparam int LOCK_ENTRY_WIDTH = 9;  // one lock table entry, the paper's 9 bits (D18)
  localparam int SM_EVENT_WIDTH = 475;  // payload of the SM event port
  localparam int DETECTOR_REQUEST_WIDTH = 406;  // SM unit to detector
  localparam int RETIRE_WIDTH = 222;  // verification port of the detector: one item decided
  localparam int RACE_RECORD_WIDTH = 256;  // one race in the log, semantics.md section 6

  // APB registers: byte offsets REGISTER_..., then positions of their bits
  localparam logic [11:0] REGISTER_IDENTIFICATION = 12'h000;  // 0x53435244, ASCII SCRD
  localparam logic [11:0] REGISTER_CONTROL = 12'h004;  // commands
  localparam logic [11:0] REGISTER_STATUS = 12'h008;  // state of the device
  localparam logic [11:0] REGISTER_INTERRUPT_ENABLE = 12'h00c;  // bit 0: race log not empty
  // lowest tracked byte address, bits 31:0 (aligned to the tracked size)
  localparam logic [11:0] REGISTER_TRACKED_BASE_LOW = 12'h010;
  localparam logic [11:0] REGISTER_TRACKED_BASE_HIGH = 12'h014;  // bits above 31
  localparam logic [11:0] REGISTER_LOG2_TRACKED_WORDS = 12'h018;  // log2 of the tracked 4-byte words
  localparam logic [11:0] REGISTER_LOG2_CACHE_RATIO = 12'h01c;  // log2 of words per metadata entry, 0 to 4 (D23)
  // AXI byte address of metadata entry 0, bits 31:0 (a multiple of metadata_line_bytes)
  localparam logic [11:0] REGISTER_METADATA_BASE_LOW = 12'h020;
  localparam logic [11:0] REGISTER_METADATA_BASE_HIGH = 12'h024;  // bits above 31
  localparam logic [11:0] REGISTER_LOG_BASE_LOW = 12'h028;  // AXI byte address of the race log, bits 31:0
  localparam logic [11:0] REGISTER_LOG_BASE_HIGH = 12'h02c;  // bits above 31
  localparam logic [11:0] REGISTER_LOG_CAPACITY = 12'h030;  // race records that the log ring holds, 1 or more
  // race records written since log_reset, modulo 2^32; record i is at log_base + 32 * (i mod log_capacity)
  localparam logic [11:0] REGISTER_LOG_TAIL = 12'h034;
  localparam logic [11:0] REGISTER_LOG_DROPPED = 12'h038;  // race records dropped because the ring was full
  localparam logic [11:0] REGISTER_ISSUE_POLICY = 12'h03c;  // issue_policy of every SM's issue scheduler
  localparam logic [11:0] REGISTER_COUNT_CHECKS = 12'h040;  // words checked
  localparam logic [11:0] REGISTER_COUNT_FENCES = 12'h044;  // fences counted
  localparam logic [11:0] REGISTER_COUNT_UNTRACKED = 12'h048;  // words outside the tracked range (D24)
  localparam logic [11:0] REGISTER_COUNT_TAG_MISS = 12'h04c;  // tag mismatches (D23)
  localparam logic [11:0] REGISTER_COUNT_SYSTEM_SCOPE = 12'h050;  // requests of system scope (D7)
  localparam logic [11:0] REGISTER_COUNT_INITIALIZATION = 12'h054;  // preliminary passes, Table III(a)
  localparam logic [11:0] REGISTER_COUNT_PROGRAM_ORDER = 12'h058;  // preliminary passes, Table III(b)
  localparam logic [11:0] REGISTER_COUNT_BARRIER = 12'h05c;  // preliminary passes, Table III(c)
  localparam logic [11:0] REGISTER_COUNT_ATOMIC_AFTER_ATOMIC = 12'h060;  // rule 5 passes
  localparam logic [11:0] REGISTER_COUNT_MISSING_BLOCK_FENCE = 12'h064;  // races, Table IV(a)
  localparam logic [11:0] REGISTER_COUNT_MISSING_DEVICE_FENCE = 12'h068;  // races, Table IV(b)
  localparam logic [11:0] REGISTER_COUNT_NOT_STRONG = 12'h06c;  // races, Table IV(c)
  localparam logic [11:0] REGISTER_COUNT_SCOPED_ATOMIC = 12'h070;  // races, Table IV(d)
  localparam logic [11:0] REGISTER_COUNT_NO_COMMON_LOCK_ON_LOAD = 12'h074;  // races, Table IV(e)
  localparam logic [11:0] REGISTER_COUNT_NO_COMMON_LOCK_ON_STORE = 12'h078;  // races, Table IV(f)
  localparam logic [11:0] REGISTER_COUNT_STALL_SM = 12'h07c;  // cycles with an SM event waiting, not ready
  // checks not performed: AXI error on the metadata read (D27)
  localparam logic [11:0] REGISTER_COUNT_NOT_PERFORMED = 12'h080;
  localparam logic [11:0] REGISTER_COUNT_LINE_HIT = 12'h084;  // requests whose metadata line was buffered
  localparam logic [11:0] REGISTER_COUNT_LINE_MISS = 12'h088;  // requests whose metadata line had to be allocated
  // cycles in which the oldest request waits for metadata from memory
  localparam logic [11:0] REGISTER_COUNT_STALL_METADATA = 12'h08c;
  // cycles in which a decision waits for the race reporter
  localparam logic [11:0] REGISTER_COUNT_STALL_RACE_LOG = 12'h090;
  // cycles in which a request waits for a free metadata line
  localparam logic [11:0] REGISTER_COUNT_STALL_LINE = 12'h094;
  // cycles in which a request waits for a read slot or the read address channel
  localparam logic [11:0] REGISTER_COUNT_STALL_FETCH = 12'h098;
  // cycles in which a request waits for room in the decision queue
  localparam logic [11:0] REGISTER_COUNT_STALL_QUEUE = 12'h09c;
  localparam logic [11:0] REGISTER_COUNT_AXI_ERRORS = 12'h0a0;  // AXI error responses: read beats and write responses
  // race records that software has consumed; log_head to log_tail may be written at any time
  localparam logic [11:0] REGISTER_LOG_HEAD = 12'h0a4;
  localparam logic [11:0] REGISTER_RULES = 12'h0a8;  // options of the rules
  localparam int CONTROL_KERNEL_START = 0;  // clear all detector and SM state, then all metadata (D5)
  localparam int CONTROL_LOG_RESET = 1;  // empty the race log: tail and dropped to zero
  localparam int STATUS_CLEARING = 0;  // metadata clear in progress
  localparam int STATUS_BUSY = 1;  // a request or its write-back is in flight anywhere
  localparam int STATUS_RACE = 2;  // the race log is not empty: log_tail differs from log_head
  localparam int STATUS_AXI_ERROR = 3;  // an AXI response was an error since kernel_start
  localparam int RULES_BOTH_SCOPES = 0;  // rule 4 uses the scopes of both atomics (D39)

  // defaults of the configuration keys
  localparam int DEFAULT_NUM_SMS = 15;  // streaming multiprocessors
  localparam int DEFAULT_BLOCKS_PER_SM = 8;  // threadblock slots of an SM
  localparam int DEFAULT_WARPS_PER_SM = 32;  // warp slots of an SM
  localparam int DEFAULT_LANES = 4;  // word checks in a cycle: 1, 2, 4, 8, 16 or 32
  localparam int DEFAULT_REQUEST_FIFO_DEPTH = 4;  // requests buffered between an SM unit and the detector
  // metadata lines buffered, and outstanding metadata reads: a power of two, 2 to 128
  localparam int DEFAULT_METADATA_LINES = 8;
  // metadata entries in a beat of the AXI port: a power of two, 1 to 16 (64 to 1024 bits)
  localparam int DEFAULT_BEAT_ENTRIES = 1;
  // memory holds a metadata line as a head of up to three different entries, and plain entries (at most 4 entries in a beat)
  localparam int DEFAULT_GROUPED_LINES = 0;
  // threads of a warp are distinguished (independent thread scheduling, D40): 1 while it has diverged, 2 always
  localparam int DEFAULT_INDEPENDENT_THREADS = 0;
  localparam int DEFAULT_ACQUIRE_RELEASE = 0;  // acquire and release order accesses (D60)
  localparam int DEFAULT_MANY_LOCKS = 0;  // a full lock table counts its oldest locks instead of dropping them (D71)
  // the letter of the paper in place of the departures of semantics.md section 16 (D91)
  localparam int DEFAULT_AS_PRINTED = 0;
  localparam int DEFAULT_LOG2_CACHE_RATIO = 4;  // log2 of words per metadata entry (D23)
  localparam int DEFAULT_LOG_CAPACITY = 4096;  // race records that the log holds
  localparam int DEFAULT_ISSUE_POLICY = 2;  // issue_policy
  localparam int DEFAULT_BOTH_SCOPES = 0;  // rule 4 uses the scopes of both atomics (D39)
endpackage

// one metadata entry (section IV, Figure 7; semantics.md section 1)
typedef struct packed {
  logic release_;  // [63] the word carries a release, its number in lock_bloom (acquire_release, D61), else 0
  logic [4:0] thread_id;  // [62:58] ThreadID (ITS), else 0
  logic [3:0] tag;  // [57:54] metadata cache tag (D23)
  logic strong_;  // [53] every access since (re-)initialisation was strong
  logic scope;  // [52] Scope of the last atomic, 1 = block
  logic is_atom;  // [51] IsAtom
  logic dev_shared;  // [50] DevShared
  logic blk_shared;  // [49] BlkShared
  logic modified;  // [48] Modified
  logic [6:0] block_id;  // [47:41] owner's BlockID {SM, slot}
  logic [4:0] warp_id;  // [40:36] owner's WarpID
  logic [7:0] barrier_id;  // [35:28] BarrierID of the owner's block at its access
  logic [5:0] blk_fence_id;  // [27:22] BlkFenceID of the owner at its access
  logic [5:0] dev_fence_id;  // [21:16] DevFenceID of the owner at its access
  logic [15:0] lock_bloom;  // [15:0] summary of the locks held
} metadata_t;

// one fence file entry
typedef struct packed {
  logic [5:0] blk_fence_id;  // [11:6] block fences executed by the warp
  logic [5:0] dev_fence_id;  // [5:0] device fences executed by the warp
} fence_entry_t;

// one lock table entry, the paper's 9 bits (D18)
typedef struct packed {
  logic [5:0] hash;  // [8:3] address hash (D21)
  logic [2:0] state;  // [2:0] lock_state
} lock_entry_t;

// payload of the SM event port
typedef struct packed {
  // words to which lanes of this store write different values (independent_threads, D72)
  logic [31:0] lanes_differ;  // [474:443]
  logic [31:0] several_threads;  // [442:411] words of which several lanes touch one byte (independent_threads, D40)
  // bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_4;  // [410:379]
  // bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_3;  // [378:347]
  // bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_2;  // [346:315]
  // bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_1;  // [314:283]
  // bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_0;  // [282:251]
  logic [2:0] semantics;  // [250:248] access, fence, cas: ordering stated (acquire_release, D60)
  logic [31:0] returned;  // [247:216] cas: value read
  logic [31:0] value;  // [215:184] cas, exch: value written
  logic [31:0] compare;  // [183:152] cas: compare operand
  logic [31:0] mask;  // [151:120] access: words of the segment; block_launch: warps
  logic [39:0] address;  // [119:80] access: segment address; cas, exch: word address
  logic [31:0] pc;  // [79:48] program counter
  logic [31:0] sequence_;  // [47:16] event number
  logic strong_;  // [15] strong access (D6)
  logic [1:0] scope;  // [14:13] scope (access: of the atomic; fence; cas; exch)
  logic [1:0] op;  // [12:11] op (access)
  logic [2:0] slot;  // [10:8] threadblock slot
  logic [4:0] warp;  // [7:3] warp slot
  logic [2:0] kind;  // [2:0] sm_event_kind
} sm_event_t;

// SM unit to detector
typedef struct packed {
  logic has_diverged;  // [405] hasDiverged of the accessor's warp (independent_threads, D41)
  // words to which lanes of this store write different values (independent_threads, D72)
  logic [31:0] lanes_differ;  // [404:373]
  logic [31:0] several_threads;  // [372:341] words of which several lanes touch one byte (independent_threads, D40)
  // bit 4 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_4;  // [340:309]
  // bit 3 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_3;  // [308:277]
  // bit 2 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_2;  // [276:245]
  // bit 1 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_1;  // [244:213]
  // bit 0 of the ThreadID of the lowest lane on each word (independent_threads, D40)
  logic [31:0] thread_bit_0;  // [212:181]
  logic [2:0] semantics;  // [180:178] ordering stated (D60); 0 without acquire_release
  logic [31:0] mask;  // [177:146] words of the segment
  logic [39:0] address;  // [145:106] segment address
  logic [31:0] pc;  // [105:74] program counter
  logic [31:0] sequence_;  // [73:42] event number
  logic strong_;  // [41] strong access
  logic [1:0] scope;  // [40:39] scope
  logic [1:0] op;  // [38:37] op
  logic [15:0] lock_bloom;  // [36:21] bloom of the active locks, snapshot (D8)
  logic [7:0] barrier_id;  // [20:13] BarrierID snapshot (D8)
  logic [4:0] warp_id;  // [12:8] accessor's WarpID
  logic [6:0] block_id;  // [7:1] accessor's BlockID
  logic kind;  // [0] request_kind
} detector_request_t;

// verification port of the detector: one item decided
typedef struct packed {
  logic tag_miss;  // [221] the entry's tag differed (D23)
  logic scope;  // [220] scope of the race, 1 = block (semantics.md section 6); fence: its scope
  logic [3:0] verdict;  // [219:216] verdict
  logic [2:0] path;  // [215:213] path
  logic [63:0] metadata_after;  // [212:149] entry as written
  logic [63:0] metadata_before;  // [148:85] entry as read, after the tag check
  logic [39:0] address;  // [84:45] byte address of the word; 0 for a fence
  logic [4:0] warp_id;  // [44:40] accessor's WarpID
  logic [6:0] block_id;  // [39:33] accessor's BlockID
  logic [31:0] sequence_;  // [32:1] event number
  logic kind;  // [0] request_kind
} retire_t;

// one race in the log, semantics.md section 6
typedef struct packed {
  logic [62:0] reserved;  // [255:193] zero
  logic [47:0] cycle;  // [192:145] detector cycle of the decision
  logic [4:0] owner_thread_id;  // [144:140] owner's ThreadID (ITS), else 0
  logic [4:0] owner_warp_id;  // [139:135] owner's WarpID
  logic [6:0] owner_block_id;  // [134:128] owner's BlockID
  logic [4:0] thread_id;  // [127:123] accessor's ThreadID (ITS), else 0
  logic [4:0] warp_id;  // [122:118] accessor's WarpID
  logic [6:0] block_id;  // [117:111] accessor's BlockID
  logic scope;  // [110] 1 = block
  logic [3:0] verdict;  // [109:106] verdict
  logic [1:0] op;  // [105:104] op
  logic [39:0] address;  // [103:64] byte address of the word
  logic [31:0] pc;  // [63:32] program counter
  logic [31:0] sequence_;  // [31:0] event number
} race_record_t;
/* verilator lint_on UNUSED */

`endif  // SCORD_PARAMS_VH
