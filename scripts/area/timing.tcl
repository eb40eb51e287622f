# SPDX-License-Identifier: Apache-2.0
# timing.tcl: longest paths of a netlist by OpenSTA, for scripts/area/timing.sh.
#
# Environment: LIBRARY, FILES (of split_modules.awk), MODULES (each alone as its own top, all paths), TOP and BLOCKS (instances of TOP
# whose registers end the paths of a row; "." is all of it). The clock has no skew and 100 ns; wires have no delay.
# Prints a line "path NAME", then report_checks of it.
read_liberty $env(LIBRARY)
set files [open $env(FILES)]
while {[gets $files line] >= 0} { set needs([lindex $line 0]) [lrange $line 1 end] }

# OpenSTA forgets what it has read when a design is linked.
proc link {module} {
    global needs
    foreach file $needs($module) { read_verilog $file }
    link_design $module
}

# clocked: the module has a clock.
proc constrain {} {
    global clocked
    set clocked 0
    set data {}
    foreach port [all_inputs] {
        if {[get_property $port full_name] eq "clk_i"} { set clocked 1 } else { lappend data $port }
    }
    if {$clocked} { create_clock -name clk -period 100 [get_ports clk_i] } else { create_clock -name clk -period 100 }
    foreach port $data { set_input_delay 0 -clock clk $port }
    set_output_delay 0 -clock clk [all_outputs]
}

foreach module $env(MODULES) {
    link $module
    constrain
    puts "path module $module"
    report_checks -path_delay max -format full -digits 3
}
if {[info exists env(TOP)]} {
    link $env(TOP)
    constrain
}
# A module without a clock has no paths between registers.
if {[info exists env(TOP)] && $clocked} {
    set registers [all_registers -clock_pins]
    puts "path configured ."
    report_checks -path_delay max -from $registers -to [all_registers -data_pins] -format full -digits 3
    # Stable while the detector is busy: paths from them have all the time there is.
    foreach port {tracked_base_o log2_tracked_words_o log2_cache_ratio_o metadata_base_o log_base_o log_capacity_o both_scopes_o issue_policy_o} {
        set pins [get_pins -quiet u_control_registers/$port*]
        if {[llength $pins]} { set_false_path -through $pins }
    }
    foreach block $env(BLOCKS) {
        puts "path block $block"
        set ends [expr {$block eq "." ? [all_registers -data_pins] : [get_pins [string map {[ \\[ ] \\]} $block]/*/D]}]
        report_checks -path_delay max -from $registers -to $ends -format full -digits 3
    }
}
exit
