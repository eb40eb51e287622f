// SPDX-License-Identifier: Apache-2.0
// lock_pattern.vh: whether a part of a lock bloom filter holds a lock (D22, D31), for proofs. Included inside a module.
//
// A part holds a lock if both of its fields have a bit, that is, if one of the sixteen pairs of bits is set.
  function automatic holds_one(input [7:0] part);
    integer low, high;
    begin
      holds_one = 0;
      for (low = 0; low < 4; low = low + 1)
        for (high = 4; high < 8; high = high + 1) if (part[low] && part[high]) holds_one = 1;
    end
  endfunction
