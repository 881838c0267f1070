# How khal reads what agenda writes. Sourced by `run`.

from=2026-11-20 days=60
to=$(date -u -d "$from + $days days" +%F)

# khal_lists FILE_OR_FOLDER: day, start, end and title of all that khal finds there.
khal_lists() {
    local folder=$1 place
    place=$(mktemp -d "$work/khal-XXXX")
    if [[ -f $1 ]]; then
        folder=$place/vdir
        mkdir "$folder"
        awk -v folder="$folder" -f "$here/split.awk" "$1"
    fi
    cat >"$place/khal.conf" <<EOF
[calendars]
[[ours]]
path = $folder
readonly = True
[sqlite]
path = $place/khal.db
[locale]
local_timezone = $TZ
default_timezone = $TZ
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
EOF
    "$venv/bin/python" -m khal -c "$place/khal.conf" list --json title --json all-day --json start-long-full \
        --json end-long-full "$from" "${days}d" >"$place/list.json" 2>"$work/khal-said" ||
        fail "khal failed: $(tail -1 "$work/khal-said")"
    query 'from_khal($from)' --slurp --arg from "$from" "$place/list.json"
}

# What khal 0.14 does not know: RSCALE (RFC 7529), and RDATE with a period.
unknown='["birthday-mila-party@home.example.org", "release@team.example.org"]'

# agenda_lists ARGUMENT...: the same of our own timeline.
agenda_lists() {
    agenda timeline "$@" --json >"$work/timeline.json"
    jq -e . "$work/timeline.json" >/dev/null
    query 'as_khal($from; $to; $unknown)' --arg from "$from" --arg to "$to" --argjson unknown "$unknown" \
        "$work/timeline.json"
}

# check_with_khal WHAT FILE_OR_FOLDER LEAST ARGUMENT...: khal finds there what the arguments list: LEAST lines or more.
check_with_khal() {
    local what=$1 file=$2 least=$3 ours khals
    shift 3
    ours=$(agenda_lists "$@") khals=$(khal_lists "$file")
    check "$what ($(wc -l <<<"$ours") lines)" "$khals" "$ours"
    check_that "$what: $least lines or more" test "$(wc -l <<<"$ours")" -ge "$least"
}
