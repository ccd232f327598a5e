#!/usr/bin/env bash
# Every slug in the sources has its section in docs/diagnostics.md, and every section its slug.
set -euo pipefail
cd "$(dirname "$0")/.."

used=$(mktemp) told=$(mktemp)
trap 'rm -f "$used" "$told"' EXIT

# Slugs are the only literals of lower-case words joined by hyphens, but for these.
others='dry-run|see-all|in-place|no-progress|warren-map|warren-report|no-fit|not-found|no-memory-left'
grep -rhoE --include='*.c' '"[a-z0-9]+(-[a-z0-9]+)+"' core kits templates builder |
  tr -d '"' | grep -vxE "$others" | sort -u >"$used"
grep -oE '^## [a-z0-9-]+$' docs/diagnostics.md | cut -c4- >"$told"

if ! sort -c "$told"; then
  echo "docs/diagnostics.md is not in order"
  exit 1
fi
[ -z "$(uniq -d "$told")" ] || { echo "twice: $(uniq -d "$told")"; exit 1; }
missing=$(comm -23 "$used" "$told") stale=$(comm -13 "$used" "$told")
[ -z "$missing" ] || { echo "not in docs/diagnostics.md:" $missing; exit 1; }
[ -z "$stale" ] || { echo "in no source:" $stale; exit 1; }
