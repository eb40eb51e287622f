// SPDX-License-Identifier: Apache-2.0
// warp_convergence: the hasDiverged flag and the __syncwarp epoch of every warp of an SM.
//
// hasDiverged is set when the lanes of a warp diverge. It is cleared when all live lanes reconverge: at a __syncwarp of
// all of them, at the barrier of the block, and when a new block takes the warp slot. The epoch steps at every
// __syncwarp and wraps (D9). The module exists only with independent threads.
//
// Timing: outputs are combinational reads of warp_i and show the state before this cycle's event.
// Source: ScoRD section VI, "ITS"; D41.

`include "scord_params.vh"
`default_nettype none

module warp_convergence #(
  parameter int WarpsPerSm = scord_params::DEFAULT_WARPS_PER_SM  // warp slots, 1 to 32
) (
  // Clock and synchronous reset
  input  wire                                                  clk_i,
  input  wire                                                  rst_ni,
  // Marks all warps converged and sets all epochs to zero at the next edge (kernel start, D5)
  input  wire                                                  clear_i,
  // Events, at most one in a cycle: a block takes the warp slots of the mask; warp_i arrives at its barrier; its lanes
  // diverge; its lanes meet at a __syncwarp (all_i: all live lanes)
  input  wire                                                  launch_i,
  input  wire [WarpsPerSm-1:0]                                 launch_warps_i,
  input  wire                                                  arrive_i,
  input  wire                                                  part_i,
  input  wire                                                  meet_i,
  input  wire                                                  all_i,
  input  wire [scord_params::WARP_WIDTH-1:0]                   warp_i,
  // State of warp_i
  output logic                                                 diverged_o,
  output logic [scord_params::SYNCWARP_ID_WIDTH-1:0]           syncwarp_id_o
);

  localparam int IdWidth = scord_params::SYNCWARP_ID_WIDTH;
  localparam int Width = IdWidth + 1;  // {epoch, hasDiverged}

  ///////////
  // State //
  ///////////

  logic [WarpsPerSm*Width-1:0] warp_convergence_q /*verilator public_flat_rd*/;  // warp 0 lowest

  ////////////
  // Update //
  ////////////

  always_ff @(posedge clk_i) begin
    for (int warp = 0; warp < WarpsPerSm; warp++) begin
      if (!rst_ni || clear_i) begin
        warp_convergence_q[warp*Width +: Width] <= '0;
      end else if (launch_i) begin
        if (launch_warps_i[warp]) warp_convergence_q[warp*Width] <= 1'b0;
      end else if (32'(warp_i) == warp) begin
        if (part_i) warp_convergence_q[warp*Width] <= 1'b1;
        else if (arrive_i || (meet_i && all_i)) warp_convergence_q[warp*Width] <= 1'b0;
        if (meet_i) begin
          warp_convergence_q[warp*Width+1 +: IdWidth] <= warp_convergence_q[warp*Width+1 +: IdWidth] + 1'b1;
        end
      end
    end
  end

  assign {syncwarp_id_o, diverged_o} = warp_convergence_q[32'(warp_i)*Width +: Width];

  ////////////////
  // Assertions //
  ////////////////

`ifndef SYNTHESIS
  always @(posedge clk_i) if (rst_ni) begin
    if (arrive_i || part_i || meet_i) begin : a_one_event_of_an_existing_warp
      assert (32'(warp_i) < WarpsPerSm);
      assert (32'(launch_i) + 32'(arrive_i) + 32'(part_i) + 32'(meet_i) == 32'd1);
    end
  end

`ifndef __ICARUS__
  // Icarus has no $past.
  logic past_valid_q;
  always_ff @(posedge clk_i) past_valid_q <= rst_ni && !clear_i;

  // By generate: the past of an expression with a variable of a procedural loop is that of its last round (Verilator).
  for (genvar warp = 0; warp < WarpsPerSm; warp++) begin : g_past
    always @(posedge clk_i) if (rst_ni) begin
      if (past_valid_q && $past(launch_i && launch_warps_i[warp])) begin : a_launched_warp_is_converged
        assert (!warp_convergence_q[warp*Width]);
      end
      // D40: only an event of the warp itself makes it diverge.
      if (past_valid_q && $past(!part_i || 32'(warp_i) != warp)) begin : a_diverges_by_its_own_event
        assert (!warp_convergence_q[warp*Width] || $past(warp_convergence_q[warp*Width]));
      end
    end
  end
`endif
`endif

endmodule

`default_nettype wire
