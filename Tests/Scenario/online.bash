# A feed, and an account that two devices share. Sourced by `run`.

mkdir -p "$work/online/www"
cp "$samples/team.ics" "$work/online/www/"

# free_port: one that nobody listens on.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# on DEVICE COMMAND…: with a database of its own.
on() {
    local device=$1
    shift
    AGENDA_DATABASE=$work/online/$device/agenda.db agenda "$@"
}

# dav METHOD URL [CONTENT]: what another client of the account asks, and the answer's content.
dav() {
    python3 - "$@" <<'END'
import base64, sys, urllib.request
request = urllib.request.Request(sys.argv[2], method=sys.argv[1], data=sys.argv[3].encode() if sys.argv[3:] else None)
request.add_header("Authorization", "Basic " + base64.b64encode(b"alice:wonderland").decode())
request.add_header("Content-Type", "text/xml")
sys.stdout.write(urllib.request.urlopen(request).read().decode())
END
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

step 'A feed'
port=$(free_port)
(cd "$work/online/www" && exec python3 -m http.server "$port" --bind 127.0.0.1 >/dev/null 2>"$work/online/requests") &
web=$!
waits_for "$web" listens "$port" || fail 'the web server ended'
feed=http://127.0.0.1:$port/team.ics
check 'is added with its own name' 'Added Team: 16 events' "$(on feeds source add "$feed")"
check 'is listed with its address' "$feed" "$(on feeds source list --json | jq -r '.sources[0].feed.url')"
on feeds list >/dev/null
check 'is not asked for by a list' 1 "$(grep -c 'GET /team.ics' "$work/online/requests")"
check 'is asked for on request, and has not changed' 'feeds: 0 new, 1 unchanged, 0 not fetched, 0 not due' \
    "$(on feeds refresh --all | head -1)"
check 'which costs no content' 1 "$(grep -c '" 304 ' "$work/online/requests")"
echo '<html>Please log in</html>' >"$work/online/www/team.ics"
# Dates in HTTP have seconds: a change within one is none.
touch -d 'next minute' "$work/online/www/team.ics"
status=0
on feeds refresh --all >/dev/null 2>&1 || status=$?
check 'a login page in its place: status 3' 3 "$status"
check 'and the last copy stays' 16 "$(on feeds source list --json | jq '.sources[0].events')"

"$root/Tests/Servers/install" >/dev/null || fail 'pip could not install Radicale from PyPI: try again when the network is there'
step 'An account, and two devices that edit offline'
port=$(free_port)
# It ends with its standard input, also where this script ends before its last line.
exec {line}> >("$root/Tests/Servers/start" radicale "$work/online/radicale" "$port" >/dev/null)
radicale=$!
waits_for "$radicale" listens "$port" || fail 'Radicale ended'
url=http://127.0.0.1:$port/
echo wonderland >"$work/online/password"
chmod 600 "$work/online/password"
dav MKCALENDAR "${url}alice/work/" '<C:mkcalendar xmlns:D="DAV:"
    xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><D:displayname>Work</D:displayname></D:prop></D:set></C:mkcalendar>'
for device in laptop phone; do
    check "$device: account add" 'Added radicale: Work; agenda sync fetches their events' \
        "$(on "$device" account add "$url" --name radicale --user alice --password-file "$work/online/password" --all)"
done
day=$(date -d 'next week' +%F)
on laptop add "Planning $day 10:00-11:00 @ Room 2" --calendar Work >/dev/null
check 'an event is sent' 'radicale/Work: 1 sent' "$(on laptop sync)"
check 'and fetched' 'radicale/Work: 1 fetched' "$(on phone sync)"
on phone edit planning --location 'Room 5' --quiet
on laptop edit planning --summary 'Planning of the year' --quiet
on phone sync >/dev/null
on laptop sync >/dev/null
on phone sync >/dev/null
for device in laptop phone; do
    check "$device has both edits" 'Planning of the year @ Room 5' "$(on "$device" list --from "$day" --days 1 --json |
        jq -r '.events[0] | "\(.summary) @ \(.location)"')"
done
check 'both have the same file' '' "$(diff -r "$work/online"/{laptop,phone}/accounts/radicale/Work -x .agenda-sync)"
check 'nothing is left to do' ok "$(on laptop account list --json | jq -r '.accounts[0].status')"
on laptop edit planning --location 'Room 7' --quiet
on laptop sync >/dev/null
on laptop undo >/dev/null
on laptop sync >/dev/null
check 'undo of an edit that was sent sends its reverse' 1 "$(
    dav GET "${url}alice/work/$(basename "$work"/online/laptop/accounts/radicale/Work/*.ics)" | grep -c '^LOCATION:Room 5')"

# planning DEVICE: its title and place there.
planning() {
    on "$1" list --from "$day" --days 1 --json | jq -r '.events[0] | "\(.summary) @ \(.location)"'
}
on laptop edit planning --location 'Room 7' --quiet
on laptop sync >/dev/null
on phone sync >/dev/null
on phone edit planning --summary 'Planning again' --quiet
on phone sync >/dev/null
on laptop sync >/dev/null
check 'what a sync brought is one change' 'sync radicale 1' "$(on laptop history --json |
    jq -r '.changes[0] | "\(.kind) \(.summary) \(.operations | length)"')"
check 'what was only sent is none' edit "$(on laptop history --json | jq -r '.changes[1].kind')"
on laptop undo --only "$(on laptop history --json | jq '.changes[1].number')" >/dev/null
check 'undo of an edit keeps what the other device changed since' 'Planning again @ Room 5' "$(planning laptop)"
on laptop sync >/dev/null
on phone sync >/dev/null
check 'on that device, too' 'Planning again @ Room 5' "$(planning phone)"
check 'undo of a sync' 'Undone: synced radicale: Planning again' \
    "$(on laptop undo --only "$(on laptop history --json | jq '[.changes[] | select(.kind == "sync")][0].number')")"
on laptop sync >/dev/null
on phone sync >/dev/null
check 'is sent as its reverse' 'Planning of the year @ Room 5' "$(planning phone)"
trashed=$(on phone sync trash --json | jq 'first(.trash[] | select(.summary == "Planning again") | .number)')
check 'restore puts back what the trash has' 'Restored: Planning again' "$(on phone sync restore "$trashed")"
check 'as it was' 'Planning again @ Room 5' "$(planning phone)"
on phone sync >/dev/null
on laptop edit planning --summary Mine --quiet
on phone sync >/dev/null
on phone edit planning --summary Theirs --quiet
on phone sync >/dev/null
on laptop sync >/dev/null
conflict=$(on laptop account list --json | jq -r '.accounts[0].calendars[0].conflicts[0].id')
check 'a clash: the value on the server stands' Theirs "$(on laptop search planning theirs --json | jq -r '.events[0].summary // empty';
    on laptop list --from "$day" --days 1 --json | jq -r '.events[0].summary')"
on laptop sync resolve "$conflict" mine >/dev/null
on laptop sync >/dev/null
on phone sync >/dev/null
check 'until somebody decides' Mine "$(on phone list --from "$day" --days 1 --json | jq -r '.events[0].summary')"
check 'sync takes the names of accounts' 'radicale/Work: in step' "$(on phone sync radicale)"
on phone account add "$url" --name other --user alice --password-file "$work/online/password" --all >/dev/null
on phone account set other --password-file "$work/online/nowhere" --quiet
status=0
on phone sync >"$work/online/synced" 2>/dev/null || status=$?
check 'an account without its password stops no other' '3 radicale/Work: in step' "$status $(<"$work/online/synced")"
check 'no password in any file of agenda' '' "$(grep -rl wonderland "$work/online"/{laptop,phone} || true)"
kill "$web"
exec {line}>&-
wait "$radicale" || true
