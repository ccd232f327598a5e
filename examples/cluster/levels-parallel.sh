#!/bin/sh
# Levels on all cores with GNU parallel, or with --sshlogin on several machines that share a file system:
#
#   levels-parallel.sh TEMPLATE FOLDER COUNT
#
# A shard that is killed is tried again, and goes on where its manifest ends; so does all of it when it is run again.
seq 16 | parallel --retries 3 warren generate "$1" -o "$2" --count "$3" --jobs 1 --shard {}/16 --manifest "$2".{}.jsonl --resume &&
  warren gather "$2".*.jsonl
