# Properties of modules, proved by tb/formal/prove.sh; refute.sh shows that the proofs can fail. Nothing to build.
