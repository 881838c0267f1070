# Part one: three calendars and a week's changes, given to others in the end. Sourced by `run`.

cp "$samples/team.ics" team.ics
cp -r "$samples/folder" errands
# As other programs write: unknown properties, a zone that no one else knows, lines folded in a way of their own.
cat >errands/cellar.ics <<'EOF'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example.org//Another program//EN
X-WR-CALNAME:Errands
X-ODD:kept as it is
BEGIN:VTIMEZONE
TZID:Our cellar
X-LIC-LOCATION:Nowhere
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:+0300
TZOFFSETTO:+0300
TZNAME:CELLAR
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:cellar@example.org
DTSTAMP:20261001T080000Z
DTSTART;TZID=Our cellar;X-P=1:20261124T120000
DURATION:PT1H30M
RRULE:FREQ=WEEKLY;COUNT=4
SUMMARY:Clear the cellar
X-COLOUR;X-SHADE="dark:blue":a value that is folded by its program in a way
  of its own\, which stays
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-PT1H
DESCRIPTION:Take the key
X-ODD-ALARM:yes
END:VALARM
BEGIN:X-PART
X-INSIDE:1
END:X-PART
END:VEVENT
END:VCALENDAR
EOF
sed -i 's/$/\r/' errands/cellar.ics
cp -r errands errands.original

step 'A stream is read like a file, and nothing is stored'
agenda list - --days 14 --json <"$samples/home.ics" | jq -e '.events' >"$work/stream.json"
agenda list "$samples/home.ics" --days 14 --json | jq -e '.events' >"$work/file.json"
check 'standard input lists what the file lists' \
    "$(jq -c '.[] | [.id, .start, .end, .summary]' "$work/file.json")" \
    "$(jq -c '.[] | [.id, .start, .end, .summary]' "$work/stream.json")"
check_that 'no database was made' test ! -e "$AGENDA_DATABASE"

event='.events[] | [.id, .start, .end, .summary, .status] | tojson'

step 'Three sources are registered: a file, a writable folder, the copy of a stream'
cat "$samples/home.ics" | tee home.ics | agenda list - >/dev/null
# What is younger than two seconds when it is read may change again within a file system's tick, and is read once more.
sleep 2.1
agenda source add team.ics --color teal >/dev/null
agenda source add errands --name errands --writable >/dev/null
agenda source add home.ics >/dev/null
check 'each with its events, and nothing wrong with it' \
    "$(printf '%s\n' 'Team file 16 ok 0' 'errands folder 11 ok 0' 'Home file 24 ok 0')" \
    "$(answer '.sources[] | "\(.name) \(.kind) \(.events) \(.status) \(.diagnostics)"' source list --json)"
agenda refresh >"$work/output"
check_that 'nothing is read twice' grep -q '^0 files read' "$work/output" "$work/said"
check 'the stored list is the list of the paths' \
    "$(answer "$event" list team.ics errands home.ics --days 60 --json)" "$(answer "$event" list --days 60 --json)"

step 'Events are added: in words, by options, for a whole day, and to the folder'
lunch=$(agenda add 'Lunch with Kim friday 12:30-13:30 @ Cafe Nord')
agenda add Stretching --start 2026-11-23T08:15 --for 15m --every weekday --until 2026-12-11 --alarm 10m \
    --attendee kim@example.org --category health >/dev/null
agenda add 'Grandma’s birthday 2026-12-12' --all-day >/dev/null
agenda add '買い物 tomorrow 15:00-16:00 @ Café Übermut' --calendar errands --attendee yuki@example.jp >/dev/null
check 'words: what, when and where' \
    '["2026-11-20T12:30:00+01:00","2026-11-20T13:30:00+01:00","Cafe Nord"]' \
    "$(answer '[.start, .end, .location] | tojson' show "$lunch" --json)"
check 'every weekday until Friday in three weeks: 15 times' 15 \
    "$(answer '[.events[] | select(.summary == "Stretching")] | length' list --days 60 --json)"
check 'none on a weekend' '' "$(agenda list --days 60 --calendar local --format '{weekday} {summary}' |
    grep -E '^(Sat|Sun).* Stretching' || true)"
check 'alarm, participant and category' '[-600,"mailto:kim@example.org",["health"]]' \
    "$(answer '[.alarms[0].secondsFromStart // .alarms[0].trigger, .participants[0].address, .categories] | tojson' \
        show "$(id_of 2026-11-23 Stretching)" --json | sed 's/"-PT10M"/-600/')"
check 'a whole day ends before the next one' '["2026-12-12","2026-12-13",true]' \
    "$(answer '.events[] | select(.summary == "Grandma’s birthday") | [.start, .end, .allDay] | tojson' \
        list --from 2026-12-12 --days 1 --json)"
check 'the folder has a new file, and the others are as they were' 1 \
    "$(diff -rq errands.original errands | tee "$work/output" | grep -c '^Only in errands: ')"
check 'just one' 1 "$(wc -l <"$work/output")"

step 'A series is changed: one day, this and all later ones (tried before), all, and a day is deleted'
agenda edit "$(id_of 2026-11-24 Stretching)" --scope this --start 9:00 --location Balcony >/dev/null
before=$(lines --days 40)
december=$(id_of 2026-12-01 Stretching)
check 'a dry run says what would be' 'Would change Stretching, Tue 2026-12-01 08:15-08:30 and all after it' \
    "$(agenda edit "$december" --scope future --start 07:45 --summary 'Early stretching' --dry-run | head -1)"
check 'and does nothing' "$before" "$(lines --days 40)"
agenda edit "$december" --scope future --start 07:45 --summary 'Early stretching' >/dev/null
series=$(id_of 2026-11-25 Stretching)
agenda edit "${series%-*}" --scope all --location Studio >/dev/null
agenda delete "$(id_of 2026-12-03 'Early stretching')" --scope this >/dev/null
changed='2026-11-20 12:30-13:30 Lunch with Kim @ Cafe Nord
2026-11-23 08:15-08:30 Stretching @ Studio
2026-11-24 09:00-09:15 Stretching @ Balcony
2026-11-25 08:15-08:30 Stretching @ Studio
2026-11-26 08:15-08:30 Stretching @ Studio
2026-11-27 08:15-08:30 Stretching @ Studio
2026-11-30 08:15-08:30 Stretching @ Studio
2026-12-01 07:45-08:00 Early stretching @ 
2026-12-02 07:45-08:00 Early stretching @ 
2026-12-04 07:45-08:00 Early stretching @ 
2026-12-07 07:45-08:00 Early stretching @ 
2026-12-08 07:45-08:00 Early stretching @ 
2026-12-09 07:45-08:00 Early stretching @ 
2026-12-10 07:45-08:00 Early stretching @ 
2026-12-11 07:45-08:00 Early stretching @ 
2026-12-12 all day Grandma’s birthday @ '
check 'each day has what was meant for it' "$changed" "$(lines --calendar local --days 40)"
cp -r agenda.backup restored.backup
AGENDA_DATABASE=$PWD/restored.db agenda export --format ics --calendar local --output restored.ics 2>/dev/null
check 'the backup has the same (khal)' "$(agenda_lists --calendar local)" "$(khal_lists restored.ics)"

step 'Changes are taken back and made again'
check 'undo' 'Undone: deleted Early stretching' "$(agenda undo)"
check 'the third of December is back' 1 "$(lines --calendar local --days 40 | grep -c '^2026-12-03 07:45')"
agenda undo 3 >/dev/null
check 'undo 3: the series is as it was added' 15 \
    "$(lines --calendar local --days 40 | grep -c ' 08:15-08:30 Stretching @ $')"
agenda redo 3 >/dev/null
agenda redo >/dev/null
check 'redo 3, redo: all is as it was changed' "$changed" "$(lines --calendar local --days 40)"
check_status 'nothing is left to redo' 1 'nothing to redo' redo
check 'undo --only 4: the lunch alone goes' "$(tail -n +2 <<<"$changed")" \
    "$(agenda undo --only 4 >/dev/null && lines --calendar local --days 40)"
check 'redo: and comes back' "$changed" "$(agenda redo >/dev/null && lines --calendar local --days 40)"
check_status 'undo --only of a change that later ones build on' 1 'changed since' undo --only 5
check_status 'undo --only of what is not there' 1 'no such change' undo --only 4711
check 'the history has them all, the newest first' \
    '11 delete Early stretching local
10 edit Stretching local
9 edit Early stretching local
8 edit Stretching local
7 add 買い物 errands
6 add Grandma’s birthday local
5 add Stretching local
4 add Lunch with Kim local
3 add Home Home
2 add errands errands
1 add Team Team' \
    "$(answer '.changes[] | select(.number <= 11) | "\(.number) \(.kind) \(.summary) \(.calendar)"' history --json)"
check 'with iCalendar text before and after' true \
    "$(answer '.changes[] | select(.number == 11).operations[0]
        | .before != .after and (.before | startswith("BEGIN:VEVENT\r\n"))' history --json)"

step 'The folder: what an edit does not concern stays byte for byte'
cp -r errands errands.before
cellar=$(id_of 2026-11-24 'Clear the cellar')
check 'an hour of its own zone' '2026-11-24 10:00-11:30 Clear the cellar @ ' \
    "$(lines --calendar errands --from 2026-11-24 --days 1 | grep cellar)"
agenda edit "${cellar%-*}" --scope all --location 'Haus, Keller' >/dev/null
check 'the place, and what says that it was changed' \
    '< DTSTAMP:20261001T080000Z,> DTSTAMP:20261120T110000Z,> LAST-MODIFIED:20261120T110000Z,> LOCATION:Haus\, Keller' \
    "$(diff errands.before/cellar.ics errands/cellar.ics | tr -d '\r' | grep '^[<>]' | sort | paste -sd,)"
check 'every other line is where it was' "$(cat errands.before/cellar.ics | grep -v '^DTSTAMP')" \
    "$(grep -vE '^(DTSTAMP|LAST-MODIFIED|LOCATION)' errands/cellar.ics)"
agenda undo >/dev/null
check_that 'undo: the folder is as it was, byte for byte' diff -r errands.before errands
agenda edit "$(id_of 2026-12-01 'Clear the cellar')" --scope future --start 14:00 >/dev/null
check 'this and future: a second file' "$(($(ls errands.before | wc -l) + 1))" "$(ls errands | wc -l)"
check 'at its hour' '2026-11-24 10:00-11:30,2026-12-01 14:00-15:30,2026-12-08 14:00-15:30,2026-12-15 14:00-15:30' \
    "$(lines --days 40 --calendar errands | grep cellar | cut -c1-22 | paste -sd,)"
agenda undo >/dev/null
check_that 'undo: one file, as it was' diff -r errands.before errands
agenda delete "${cellar%-*}" --scope all >/dev/null
check_that 'a deleted event takes its file along' test ! -e errands/cellar.ics
agenda undo >/dev/null
check_that 'undo: the file is back, its zone and unknown lines included' diff -r errands.before errands
agenda delete "$(id_of 2026-12-08 'Clear the cellar')" --scope future >/dev/null
agenda delete "$(id_of 2026-12-05 'Ski course (dry run)')" --scope this >/dev/null
agenda edit "$(id_of 2026-11-27 'Library books are due')" --start 2026-11-28 --location Bücherei >/dev/null
agenda edit "$(id_of 2026-11-29 'Ski course (on Sunday this time)')" --scope this --start 13:00 >/dev/null
check_with_khal 'khal reads the edited folder as agenda does' errands 15 --calendar errands

step 'A calendar that is read only stays as it is'
cp team.ics team.before
standup=$(id_of 2026-11-23 Stand-up)
check_status 'an edit is refused' 1 'read-only' edit "$standup" --scope this --summary Mine
check_status 'so is a deletion' 1 'agenda source set Team --writable' delete "$standup" --scope all
check_that 'the file is untouched' cmp team.before team.ics
agenda source set Team --writable >/dev/null
agenda edit "$standup" --scope this --summary 'Stand-up with cake' >/dev/null
check 'when it is allowed, one day changes' 1 "$(lines --from 2026-11-23 --days 7 | grep -c 'Stand-up with cake')"
check_that 'and in the file nothing is taken away' test -z "$(diff team.before team.ics | grep '^<')"
agenda undo >/dev/null
check_that 'undo: the file is as it was' cmp team.before team.ics
agenda source set Team --no-writable >/dev/null

step 'Events are found'
titles='[.events[].summary] | join(", ")'
check 'accents do not count' 'Lunch with Kim, 買い物' "$(answer "[.events[].summary] | sort | join(\", \")" search cafe --json)"
check 'nor in what is typed' "$(answer "$titles" search zurich --json)" "$(answer "$titles" search ZÜRICH --json)"
check 'a place with an umlaut' 'Weekend in Zürich' "$(answer "$titles" search zurich --json)"
check 'Japanese' 買い物 "$(answer "$titles" search 買い --json)"
check 'a participant' 買い物 "$(answer "$titles" search yuki --json)"
check 'on a day' '2026-11-27T08:15:00+01:00' "$(answer '.events[].start' search stretching --on 2026-11-27 --json)"
check 'all words must be there' '' "$(answer "$titles" search kim zurich --json)"

step 'Planning: the next event, free time, conflicts, a month'
check 'next: in half an hour' '["Lunch with Kim",false,30]' \
    "$(answer '.event | [.summary, .running, .minutesToStart] | tojson' next --json)"
agenda list --from 2026-11-13 --to 2026-12-19 --json >"$work/list.json"
busy=$(query 'busy_times | tojson' "$work/list.json")
# Working hours of the days Monday to Friday from now on; in winter Berlin is six hours ahead of New York.
windows() {
    local day
    for ((day = 0; day < 30; day++)); do
        date -d "$from + $day days" +'%u %F'
    done | awk -v start="$1" '$1 < 6 {
            first = NR == 1 && start < "12:00" ? "12:00" : start
            printf "[\"%sT%s:00+01:00\", \"%sT17:00:00+01:00\"]\n", $2, first, $2
        }' | query '[.[] | map(instant)] | tojson' --slurp
}
slots='[.slots[] | [.start, .end | instant]] | tojson'
check 'free: 45 minutes in Berlin, beside what is computed from the list' \
    "$(query 'free_slots($busy; 2700) | tojson' --argjson busy "$busy" <<<"$(windows 09:00)")" \
    "$(answer "$slots" free --for 45m --between 9:00-17:00 --days 30 --json)"
check 'and in New York, too' \
    "$(query 'free_slots($busy; 2700) | tojson' --argjson busy "$busy" <<<"$(windows 15:00)")" \
    "$(answer "$slots" free --for 45m --between 9:00-17:00 --days 30 --with America/New_York --json)"
check_that 'a dozen slots or more' test "$(jq '.slots | length' "$work/answer.json")" -ge 12
agenda list --days 30 --json >"$work/list.json"
check 'conflicts: each two events that overlap' "$(query 'overlaps[] | tojson' "$work/list.json")" \
    "$(answer '[.conflicts[].events | map(.id) | sort] | sort[] | tojson' conflicts --days 30 --json)"
agenda timeline --json >"$work/timeline.json"
check 'month: December has on each day what the timeline has, but for what is cancelled' \
    "$(jq -c '[.nodes[] | select(.date | startswith("2026-12"))
        | [.date, (.events | map(select(.status != "cancelled")) | length)]]' "$work/timeline.json")" \
    "$(answer '[.weeks[][] | values | [.date, .events]] | tojson' month 2026-12 --json)"

step 'Calendars are given to others: merged'
agenda merge team.ics errands home.ics --output all.ics
event='.events[] | [.uid, .start, .end, .summary, .status, .location, .participantCount] | tojson'
check 'the merged file has what its parts have' \
    "$(answer "$event" list team.ics errands home.ics --days 300 --json)" \
    "$(answer "$event" list all.ics --days 300 --json)"
AGENDA_DATABASE=$work/other.db agenda source add all.ics >/dev/null
check 'also when it is imported' "$(agenda_lists team.ics errands home.ics)" \
    "$(AGENDA_DATABASE=$work/other.db agenda_lists)"
check_with_khal 'khal reads the merged file as agenda does' all.ics 200 all.ics
check 'what khal does not know is what was left out' 2 "$(grep -c 'Skipping' "$work/khal-said")"
TZ=America/New_York check_with_khal 'in New York, too' all.ics 200 all.ics
agenda merge all.ics --output again.ics
check_that 'merging it again changes nothing' cmp all.ics again.ics
check 'every line ends in CRLF, none is over 75 octets' '0 0' \
    "$(grep -vc $'\r$' all.ics || true) $(LC_ALL=C grep -cE '^.{77}' all.ics || true)"

step 'Calendars are given to others: exported'
agenda export --format ics --output export.ics
check_with_khal 'khal reads the export as agenda lists the store' export.ics 200
agenda export --format json --days 30 --output export.json
check 'JSON has the list of the same days' "$(agenda list --days 30 --json | jq -c '.events[]')" \
    "$(jq -ec '.events[]' export.json)"
agenda export --format csv --days 30 --output export.csv
check 'so has CSV' \
    "$(agenda list --days 30 --json | jq -c '.events[] | [.start, .end, .summary // "", .location // "", .id]')" \
    "$("$venv/bin/python" -c '
import csv, json, sys
for row in csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")):
    print(json.dumps([row[key] for key in ("start", "end", "summary", "location", "id")],
                     ensure_ascii=False, separators=(",", ":")))' export.csv)"
jq -r '.nodes[].events[] | .summary, .location, .description, .url, .uid, .organizer, .categories[] | values' \
    "$work/timeline.json" | grep -v '^$' | sort -u >"$work/secrets"
check_that 'there are a hundred secrets to keep' test "$(wc -l <"$work/secrets")" -ge 100
for format in ics json csv; do
    agenda export --format "$format" --busy-only --days 30 --output "busy.$format"
    check "busy times ($format) tell no title, place, text or participant" '' \
        "$(grep -niF -f "$work/secrets" "busy.$format" || true)"
    check "nor any address ($format)" 0 "$(grep -c '@' "busy.$format" || true)"
done
check 'khal sees nothing but busy times' Busy "$(khal_lists busy.ics | cut -f4 | sort -u)"
jq -e '.busy | length > 20' busy.json >/dev/null
check 'busy times do not overlap' true \
    "$(query '[.busy[] | select(.start | length > 10) | [.start, .end | instant]]
        | . == sort and ([range(1; length) as $i | .[$i - 1][1] < .[$i][0]] | all)' busy.json)"

step 'The exit status'
check_status 'an empty day is fine' 0 '' list --from 2030-01-01 --days 1 --calendar local
check_status 'what is not there' 1 'no such file' list nowhere.ics
check_status 'an unknown id' 1 'no such event' show 0123456789ab
check_status 'a part of a merge that is not there' 3 'nowhere.ics' merge team.ics nowhere.ics --output part.ics
check_that 'the other part is written' grep -q '^BEGIN:VEVENT' part.ics
check_status 'a wrong option' 64 '--nonsense' list --nonsense
check_status 'a day that is none' 64 '2026-02-30' list --from 2026-02-30
check_status 'no scope where one is needed' 64 '--scope' delete "$(id_of 2026-12-04 'Early stretching')"
sed 's/^DTSTART.*/DTSTART:nonsense/' "$samples/folder/dentist.ics" >broken.ics
cat "$samples/holidays.ics" >>broken.ics
check_status 'a broken event: its neighbours are shown' 3 'broken.ics:' list broken.ics --from 2026-12-25 --days 1
check_that 'they are' grep -q Weihnachtstag "$work/output"
