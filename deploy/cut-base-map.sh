#!/bin/sh
# Cuts the base map of a country out of a larger PMTiles file with the operator's own program `pmtiles`
# (docs/operating/base-map.md). Without --run it prints the commands and does nothing; the product never runs it.
#
#   sh deploy/cut-base-map.sh [--run] SOURCE TARGET
#
# SOURCE is a file or an address, such as a daily build of Protomaps; TARGET is what BASEMAP_FILE names. BOX (west, south,
# east, north) and MAX_ZOOM may be set before: the box is that of the Philippines, and every zoom about doubles the file.
# The data is © OpenStreetMap contributors, under the Open Database Licence (ODbL) 1.0: keep the credit with every copy.
set -eu

box=${BOX:-116.5,4.2,127.0,21.5}
max_zoom=${MAX_ZOOM:-13}

run=no
if [ "${1:-}" = --run ]; then
  run=yes
  shift
fi
if [ $# -ne 2 ]; then
  echo "Use: sh deploy/cut-base-map.sh [--run] SOURCE TARGET" >&2
  exit 2
fi
source=$1
target=$2

step() {
  echo "$*"
  if [ "$run" = yes ]; then "$@"; fi
}

if [ "$run" = yes ] && ! command -v pmtiles >/dev/null; then
  echo "The program pmtiles is not installed here: https://github.com/protomaps/go-pmtiles/releases" >&2
  exit 1
fi

# beside the target, then put in its place in one step, so that nobody reads half a file
step pmtiles extract "$source" "$target.new" "--bbox=$box" "--maxzoom=$max_zoom"
step pmtiles verify "$target.new"
step mv "$target.new" "$target"
if [ "$run" = no ]; then
  echo "# Nothing was run. Add --dry-run to the first command to see the size, or --run after the name of this script."
fi
