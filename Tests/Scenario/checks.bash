# How the scenario checks. Sourced by `run`.

failures=0 checks=0

step() { printf '\n%s\n' "$1"; }

# check WHAT EXPECTED ACTUAL
check() {
    checks=$((checks + 1))
    if [[ $2 == "$3" ]]; then
        echo "  ok: $1"
    else
        failures=$((failures + 1))
        echo "FAULT  $1"
        diff -u --label expected --label actual <(printf '%s\n' "$2") <(printf '%s\n' "$3") | head -40 | sed 's/^/FAULT    /' || true
    fi
}

# check_that WHAT COMMAND...: it succeeds.
check_that() {
    local what=$1 result=yes
    shift
    "$@" >/dev/null || result="no: $*"
    check "$what" yes "$result"
}

# waits_for PROCESS COMMAND...: until it succeeds, for as long as that process runs.
waits_for() {
    local process=$1
    shift
    until "$@"; do
        kill -0 "$process" 2>/dev/null || return
        sleep 0.1
    done
}

# The program with its clock pinned. What it says beside its data is kept in $work/said.
agenda() {
    local status=0
    "$program" "$@" --now "$now" 2>"$work/said" || status=$?
    if ((status)); then echo "  status $status: agenda $*: $(<"$work/said")" >&2; fi
    return "$status"
}

# answer FILTER ARGUMENT...: what jq finds in the JSON of a run.
answer() {
    local filter=$1
    shift
    agenda "$@" >"$work/answer.json"
    jq -e . "$work/answer.json" >/dev/null || fail "no JSON: agenda $*"
    query "$filter" "$work/answer.json"
}

# query FILTER ARGUMENT...: jq with calendar.jq.
query() {
    local filter="include \"calendar\"; $1"
    shift
    # jq 1.6 is an hour off in summer where TZ is a zone that has one.
    TZ=UTC jq -r -L "$here" "$filter" "$@"
}

# check_status WHAT STATUS TEXT ARGUMENT...: it ends with this status, and says that text in one line.
check_status() {
    local what=$1 expected=$2 text=$3 status=0
    shift 3
    "$program" "$@" --now "$now" >"$work/output" 2>"$work/said" || status=$?
    check "$what: status $expected" "$expected" "$status"
    [[ -z $text ]] || check_that "$what: says '$text'" grep -qF -- "$text" "$work/said"
    check "$what: no trace of a crash" '' "$(grep -E 'Fatal|Stack dump|Thread [0-9]' "$work/said" || true)"
}

# id_of DAY TITLE: the id of that day's event.
id_of() {
    agenda list --from "$1" --days 1 --json | jq -er --arg day "$1" --arg title "$2" \
        'first(.events[] | select(.summary == $title and (.start | startswith($day)))).id'
}

lines() { agenda list "$@" --format '{date} {time} {summary} @ {location}'; }
