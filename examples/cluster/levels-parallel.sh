#!/bin/sh
# Levels on all cores with GNU parallel, or with --sshlogin on several machines that share a file system:
#
#   levels-parallel.sh TEMPLATE FOLDER COUNT
#   levels-parallel.sh TEMPLATE FILE.tar COUNT
#
# A shard that is killed is tried again, and goes on where its manifest ends; so does all of it when it is run again. Packs of
# shards become one.
case $2 in
*.tar) set -- "$@" --pack "$2.{}.tar" ;;
*) set -- "$@" -o "$2" ;;
esac
seq 16 | parallel --retries 3 warren generate "$1" "$4" "$5" --count "$3" --jobs 1 --shard {}/16 --manifest "$2".{}.jsonl --resume || exit
case $2 in
*.tar) warren gather "$2".*.jsonl --pack "$2" --force ;;
*) warren gather "$2".*.jsonl ;;
esac
