// SPDX-License-Identifier: Apache-2.0
// scheduler_order.vh: W4 of docs/warp-scheduling.md as a number: of two warps of an issue scheduler the one with the
// lower key goes first. Keys of different warps differ, so that "no candidate has a lower key" names the first warp of
// the sorted list.
// place: the place of the warp's slot in the sequence of blocks (0 first). last: the last warp of the scheduler (LRR,
// GTO) or of the warp's slot (MWF).

  function [15:0] order_key(input [scord_params::ISSUE_POLICY_WIDTH-1:0] policy, input [5:0] warp, input owned, input [2:0] place,
         input last_valid, input [5:0] last, input [6:0] warps);
    reg [6:0] distance;  // steps around the ring from the warp after the last one
    reg again;           // it is the last warp
    begin
      distance = !last_valid ? warp : warp > last ? warp - last - 7'd1 : warp + warps - last - 7'd1;
      again = last_valid && warp == last;
      case (policy)
        scord_params::ISSUE_POLICY_GTO: order_key = {!again, again ? 4'd0 : owned ? {1'b0, place} : 4'd8, warp};
        scord_params::ISSUE_POLICY_MWF_LRR: order_key = {place, distance};
        scord_params::ISSUE_POLICY_MWF_GTO: order_key = {place, !again, warp};
        default: order_key = distance;
      endcase
    end
  endfunction
