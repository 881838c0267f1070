# Divides a calendar into files of one UID each, as khal wants them, each with all time zones. Its text stays as it is.
# Usage: awk -v folder=FOLDER -f split.awk FILE
{ sub(/\r$/, "") }

!kind && /^BEGIN:(VTIMEZONE|VEVENT)$/ { kind = substr($0, 7); text = uid = "" }

kind {
    text = text $0 "\r\n"
    if (/^UID[:;]/) { uid = $0; isUID = 1 } else if (isUID && /^[ \t]/) uid = uid substr($0, 2); else isUID = 0
    if ($0 == "END:" kind) {
        if (kind == "VTIMEZONE") zones = zones text
        else {
            if (!(uid in events)) order[++count] = uid
            events[uid] = events[uid] text
        }
        kind = ""
    }
}

END {
    for (number = 1; number <= count; number++) {
        file = folder "/" number ".ics"
        printf "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example.org//Scenario//EN\r\n%s%sEND:VCALENDAR\r\n", \
            zones, events[order[number]] > file
        close(file)
    }
}
