#!/usr/bin/env bash
# The examples of a cluster against a real one: two nodes of Slurm on this machine, and GNU parallel. One shard is killed in
# the middle, one node is drained; what is gathered is what one machine makes.
#
#   cluster.sh WARREN SOURCE FOLDER
set -euo pipefail

WARREN=$(realpath "$1") SOURCE=$(realpath "$2")
rm -rf "$3"
mkdir -p "$3"
FOLDER=$(realpath "$3")
TEMPLATE=$SOURCE/templates/library/lock.json
COUNT=${WARREN_LEVELS:-160} KILLED=3
export PATH="$(dirname "$WARREN"):/usr/sbin:$PATH" SLURM_CONF=$FOLDER/slurm.conf
STARTED=()

stop() {
  local process
  for process in "${STARTED[@]}"; do kill "$process" 2>/dev/null || true; done
  for process in "${STARTED[@]}"; do wait "$process" 2>/dev/null || true; done
}
trap stop EXIT

start() { # NAME COMMAND...
  local log=$FOLDER/$1.out
  shift
  "$@" >"$log" 2>&1 &
  STARTED+=($!)
}

wait_for() { # WHAT SECONDS COMMAND...
  local what=$1 left=$((10 * $2))
  shift 2
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    if [ "$left" -le 0 ]; then
      echo "Waited in vain for $what; see $FOLDER" >&2
      exit 1
    fi
    sleep 0.1
  done
}

cluster() {
  local port=$((20000 + RANDOM % 20000))
  mkdir -p "$FOLDER"/{state,spool-one,spool-two} && mkdir -m 755 "$FOLDER/munge"
  head -c 1024 /dev/urandom >"$FOLDER/munge/key" && chmod 400 "$FOLDER/munge/key"
  sed -e "s|@HOST@|$(hostname -s)|; s|@USER@|$(id -un)|; s|@FOLDER@|$FOLDER|" \
    -e "s|@PORT@|$port|; s|@PORT1@|$((port + 1))|; s|@PORT2@|$((port + 2))|" "$SOURCE/tests/cluster/slurm.conf.in" >"$SLURM_CONF"
  start munged munged --foreground --force --key-file="$FOLDER/munge/key" --socket="$FOLDER/munge/socket" \
    --pid-file="$FOLDER/munge/pid" --log-file="$FOLDER/munge/log" --seed-file="$FOLDER/munge/seed"
  wait_for munged 20 test -S "$FOLDER/munge/socket"
  start slurmctld slurmctld -D -i
  start slurmd-one slurmd -D -N one
  start slurmd-two slurmd -D -N two
  wait_for "two nodes" 60 nodes_are idle
}

nodes_are() { [ "$(sinfo -h -N -o '%T' | grep -c "$1")" -eq 2 ]; }

lines() { if [ -f "$1" ]; then wc -l <"$1"; else echo 0; fi; }

has_lines() { [ "$(lines "$1")" -ge "$2" ]; }

# Kills the process that does a shard, once its manifest has some lines.
kill_shard() { # FOLDER SHARD
  local manifest=$1.$2.jsonl process
  wait_for "shard $2" 120 has_lines "$manifest" 3
  process=$(pgrep -f -- "^warren generate .* --manifest $manifest --resume") || { echo "shard $2 was too fast to be killed" >&2; exit 1; }
  kill -KILL "$process"
  echo "  killed shard $2 behind $(lines "$manifest") lines"
}

is_over() { [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]; }

compare() { # NAME
  sed "s/whole/$1/g" whole.txt | diff - "$1.txt"
  diff -r whole "$1"
  echo "  $1: the report and all files are those of one machine"
}

with_parallel_packs() {
  "$SOURCE/examples/cluster/levels-parallel.sh" "$TEMPLATE" packs.tar "$COUNT" >packs.tar.txt 2>packs.log &
  local running=$!
  kill_shard packs.tar "$KILLED"
  wait "$running"
  compare_packs packs.tar
}

# The pack of a single machine is already there.
compare_packs() { # FILE.tar
  sed "s/whole/$1/g" whole.txt | diff - <(tail -n "$(wc -l <whole.txt)" "$1.txt")
  cmp whole.tar "$1"
  echo "  $1: the report and the pack are those of one machine"
}

with_slurm_packs() {
  local job
  job=$(sbatch --parsable "$SOURCE/examples/cluster/levels.sbatch" "$TEMPLATE" array.tar "$COUNT")
  kill_shard array.tar "$KILLED"
  wait_for "all shards" 300 is_over "$job"
  warren gather array.tar.*.jsonl --pack array.tar >array.tar.txt
  compare_packs array.tar
}

with_slurm() {
  local job
  job=$(sbatch --parsable "$SOURCE/examples/cluster/levels.sbatch" "$TEMPLATE" slurm "$COUNT")
  kill_shard slurm "$KILLED"
  scontrol update NodeName=two State=DRAIN Reason=test
  echo "  drained node two: $(sinfo -h -N -n two -o '%T')"
  wait_for "all shards" 300 is_over "$job"
  grep -q Killed "levels-$KILLED.log" || { echo "shard $KILLED was not killed" >&2; exit 1; }
  warren gather slurm.*.jsonl >slurm.txt
  compare slurm
}

with_parallel() {
  "$SOURCE/examples/cluster/levels-parallel.sh" "$TEMPLATE" parallel "$COUNT" >parallel.log 2>&1 &
  local running=$!
  kill_shard parallel "$KILLED"
  wait "$running"
  warren gather parallel.*.jsonl >parallel.txt
  compare parallel
}

cd "$FOLDER"
echo "One machine makes $COUNT levels"
warren generate "$TEMPLATE" -o whole --count "$COUNT" >whole.txt
warren generate "$TEMPLATE" --pack whole.tar --count "$COUNT" --quiet
echo "GNU parallel, 16 shards"
with_parallel
with_parallel_packs
echo "Slurm $(slurmctld -V | cut -d' ' -f2), 16 shards on two nodes"
cluster
with_slurm_packs
with_slurm
