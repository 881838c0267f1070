# Part two: what the article "Day by day" shows. Sourced by `run`.

# As a newcomer has it: the usual place for the database, the clock of the machine.
unset AGENDA_DATABASE
export HOME=$work/newcomer
mkdir -p "$HOME/Downloads" "$HOME/calendars"
cd "$HOME"
cp "$samples/team.ics" Downloads/team.ics
cp -r "$samples/folder" calendars/home
cat "$samples/home.ics" >club.ics
agenda() {
    local status=0
    "$program" "$@" 2>"$work/said" || status=$?
    if ((status)); then echo "  status $status: agenda $*: $(<"$work/said")" >&2; fi
    return "$status"
}
database=$HOME/.local/share/agenda/agenda.db

step 'Day by day: nothing has to be set up to look at files'
check_that 'a file' agenda list ~/Downloads/team.ics
check_that 'a folder with its subfolders' agenda list ~/calendars --days 30
check_that 'a stream' agenda list - <club.ics
check_that 'no database yet' test ! -e "$database"

step 'Day by day: to see them every day, register them once'
agenda source add ~/calendars/home >/dev/null
agenda source add ~/Downloads/team.ics --name team --color teal >/dev/null
check 'both are there' 'home team' "$(answer '[.sources[].name] | join(" ")' source list --json)"
check_that 'all of them, merged' agenda
check_that 'doctor has nothing to say' agenda doctor

step 'Day by day: events of your own'
: >changes.jsonl
"$program" watch --jsonl >changes.jsonl 2>/dev/null &
watcher=$!
# It tells what changes after it has read the store: what it tells of a trial shows that it has.
trial=$(agenda add 'Trial tomorrow 9:00') trials=0
until [[ -s changes.jsonl ]]; do
    kill -0 "$watcher" || fail 'agenda watch ended'
    agenda edit "$trial" --summary "Trial $((trials += 1))" --quiet
    sleep 0.1
done
agenda delete "$trial" >/dev/null
lunch=$(agenda add 'Lunch with Kim tomorrow 12:30-13:30 @ Cafe Nord') # "friday" is over on a Friday afternoon
agenda add Yoga --start 2026-11-23T18:00 --for 90m --every week --until 2027-06-30 >/dev/null
check 'search kim cafe' "$lunch" "$(answer '.events[].id' search kim cafe --json)"
check_that 'show, by the beginning of an id' agenda show "${lunch:0:6}"
check_that 'watch --jsonl tells of it by itself' waits_for "$watcher" \
    jq -es 'any(.event.summary == "Lunch with Kim")' changes.jsonl
kill "$watcher" && wait "$watcher" || true
watcher=
agenda edit "${lunch:0:6}" --location 'Cafe Süd' >/dev/null
check 'edit' 'Cafe Süd' "$(answer .location show "$lunch" --json)"
agenda delete "${lunch:0:6}" >/dev/null
check 'delete' 0 "$(answer '.events | length' search kim cafe --json)"
agenda undo >/dev/null
check 'undo' 1 "$(answer '.events | length' search kim cafe --json)"
check_that 'the backup has it' grep -qr 'SUMMARY:Lunch with Kim' "${database%/*}/agenda.backup"
printf 'no database' >"$database"
rm -f "$database"-wal "$database"-shm
check 'a damaged database is made anew from there' 'Cafe Süd' "$(answer .location show "$lunch" --json)"

step 'Day by day: to plan, and to give to others'
check_that next agenda next
check_that free agenda free --for 45m --days 10 --with America/New_York
check_that conflicts agenda conflicts
check_that 'month december' agenda month december
check_that merge agenda merge Downloads/team.ics ~/calendars/home --output all.ics
check_that export agenda export --format ics --busy-only --days 60 --output busy.ics
check 'JSON for scripts, through jq' true "$(agenda list --json |
    jq -r '.events[] | select(.allDay | not) | "\(.start) \(.summary)"' | grep -qE '^[0-9T:+-]+ .' && echo true)"
