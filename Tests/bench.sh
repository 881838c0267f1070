#!/usr/bin/env bash
# Times the program over Samples in a fresh store: medians of alternating runs, beside a process that does nothing.
# The machine's noise hits all of them, so the ratios count.
set -euo pipefail

agenda=$(realpath "${1:?usage: bench.sh AGENDA}")
samples=$(realpath "$(dirname "$0")/../Samples")
runs=${RUNS:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# No configuration and no store of the user's; a zone and a clock that stay the same.
export HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work TZ=Europe/Berlin
unset AGENDA_DATABASE
now=(--now 2026-11-21T12:00:00+01:00)
for source in "$samples"/*.ics "$samples"/folder; do
    "$agenda" source add "$source" --database "$work/warm.db" >/dev/null
done

cases=(
    'true'
    'list, warm'
    'timeline, warm'
    'list, no store'
    'timeline, no store'
)
run() {
    case $1 in
    'true') "$(type -P true)" ;;
    'list, warm') "$agenda" list "${now[@]}" --database "$work/warm.db" ;;
    'timeline, warm') "$agenda" timeline "${now[@]}" --database "$work/warm.db" ;;
    'list, no store') "$agenda" list "${now[@]}" "$samples" ;;
    'timeline, no store') "$agenda" timeline "${now[@]}" "$samples" ;;
    esac >/dev/null
}

# Prints the median of the microseconds in the file.
median() {
    sort -n "$1" | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

for ((i = -2; i < runs; i++)); do # two rounds to warm up
    for what in "${cases[@]}"; do
        begin=${EPOCHREALTIME/[.,]/}
        run "$what"
        end=${EPOCHREALTIME/[.,]/}
        if ((i >= 0)); then echo $((end - begin)) >>"$work/$what"; fi
    done
done

floor=$(median "$work/true")
printf '%-20s %10s %8s   median of %d runs\n' case ms 'x true' "$runs"
for what in "${cases[@]}"; do
    awk -v name="$what" -v us="$(median "$work/$what")" -v floor="$floor" \
        'BEGIN { printf "%-20s %10.2f %8.1f\n", name, us / 1000, us / floor }'
done
