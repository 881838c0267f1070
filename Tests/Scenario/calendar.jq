# What the scenario asks of JSON.

# An instant as seconds since 1970, of RFC 3339 with an offset.
def instant:
    capture("^(?<wall>.{19})(?<sign>[+-])(?<hours>..):(?<minutes>..)$")
    | (.wall + "Z" | fromdate)
        - (if .sign == "+" then 1 else -1 end) * ((.hours | tonumber) * 3600 + (.minutes | tonumber) * 60);

# The day before or after another one.
def plus_days($count): (. + "T00:00:00Z" | fromdate) + $count * 86400 | todate[:10];

# Day, start, end and title of each event on each day of a timeline, as khal has them: the last day of an event of whole
# days, and an hour where an event has no length.
def as_khal($from; $to; $unknown):
    def wall: .[:10] + " " + .[11:16];
    [.nodes[] | select(.date >= $from and .date < $to) | .date as $day | .events[]
        | select(.uid as $uid | $unknown | index($uid) | not)
        | [$day]
            + (if .allDay then [.start, (.end | plus_days(-1))]
                elif .start == .end then [(.start | wall), (.start[:19] + "Z" | fromdate + 3600 | todate | wall)]
                else [(.start, .end) | wall] end)
            + [.summary]]
    | sort[] | @tsv;

# The same of what `khal list --json` prints: a list a day.
def from_khal($from):
    [to_entries[] | .key as $number | .value[]
        | (if ."all-day" == "True" then 10 else 16 end) as $length
        | [($from | plus_days($number)), ."start-long-full"[:$length], ."end-long-full"[:$length], .title]]
    | sort[] | @tsv;

# What makes somebody busy, as [start, end] in seconds, in order.
def busy_times:
    [.events[] | select((.allDay or .transparent or .status == "cancelled") | not)
        | [(.start | instant), (.end | instant)]] | sort;

# What is left of windows of time, each [start, end], when a list of busy times is taken out; slots of this length
# or more.
def free_slots($busy; $least):
    [.[] as [$opening, $closing]
        | reduce ($busy[] | select(.[0] < $closing and .[1] > $opening)) as [$from, $to]
            ({at: $opening, slots: []};
                if $from > .at then .slots += [[.at, $from]] else . end | .at = ([.at, $to] | max))
        | if .at < $closing then .slots + [[.at, $closing]] else .slots end
        | .[] | select(.[1] - .[0] >= $least)];

# Each two events that are on at the same time, by id.
def overlaps:
    [.events[] | select((.allDay or .transparent or .status == "cancelled") | not)] as $events
    | [range($events | length) as $one | range($one + 1; $events | length) as $other
        | [$events[$one], $events[$other]]
        | select(([.[].start | instant] | max) < ([.[].end | instant] | min))
        | map(.id) | sort] | sort;
