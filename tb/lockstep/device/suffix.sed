# suffix.sed: the options of `scord cosim` that the shrinker names, as what lockstep_top takes behind a stream.
s/ --free-order/:free/
s/ --consume-log/:consume/
s/ --axi-errors /:errors=/
s/ --max-latency /:latency=/
s/ --issue [a-z]*//
s/--seed /:seed=/
