#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# slurm_node.sh: a Slurm of one node on this machine, for a trial of scripts/regress_slurm.sh with the real thing. For a
# throw-away machine: it needs root, writes /etc/slurm/slurm.conf and starts munged, slurmctld and slurmd.
#
# usage: slurm_node.sh     then: SCORD=build/scord scripts/regress_slurm.sh 4 -- --output build/slurm --runs 100
#                          tb/commands/regress/random.tests
# Exit codes: 0 the node takes jobs; 3 not root, or Slurm did not come up.
set -u
[ "$(id -u)" = 0 ] || { echo "scord: slurm_node.sh needs root" >&2; exit 3; }
scripts/setup.sh slurm-wlm munge || exit 3
host=$(hostname -s)
mkdir -p /run/munge /etc/slurm /var/spool/slurmctld /var/spool/slurmd /var/log/slurm
[ -s /etc/munge/munge.key ] || dd if=/dev/urandom of=/etc/munge/munge.key bs=1024 count=1 2> /dev/null
chown -R munge: /etc/munge /run/munge; chmod 400 /etc/munge/munge.key
munge -n > /dev/null 2>&1 || {
    setsid runuser -u munge -- munged --force --foreground > /var/log/slurm/munged.log 2>&1 & sleep 2
}
cat > /etc/slurm/slurm.conf << CONF
ClusterName=scord
SlurmctldHost=$host
AuthType=auth/munge
SlurmUser=root
StateSaveLocation=/var/spool/slurmctld
SlurmdSpoolDir=/var/spool/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldLogFile=/var/log/slurm/slurmctld.log
SlurmdLogFile=/var/log/slurm/slurmd.log
NodeName=$host CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
pgrep slurmctld > /dev/null || slurmctld
pgrep slurmd > /dev/null || slurmd
for _ in {1..15}; do
    sinfo --noheader --format %T 2> /dev/null | grep -qE 'idle|mixed|allocated' && {
        sinfo
        exit 0
    }
    sleep 1
done
echo "scord: Slurm did not come up; see /var/log/slurm" >&2; exit 3
