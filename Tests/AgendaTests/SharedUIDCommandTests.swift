import Testing

@Suite("Events with one UID in one file")
struct SharedUIDCommandTests {
    private func desk() throws -> (agenda: StoreProcess, ids: [String]) {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write(
            "team.ics",
            calendar(
                "UID:a\nDTSTART:20261123T090000Z\nDTEND:20261123T100000Z\nSUMMARY:One",
                "UID:a\nDTSTART:20261124T090000Z\nDTEND:20261124T100000Z\nSUMMARY:Two",
                """
                UID:a
                DTSTART:20261125T090000Z
                DTEND:20261125T100000Z
                RRULE:FREQ=DAILY;COUNT=2
                SUMMARY:Three
                """))
        try agenda("source", "add", path, "--writable")
        return (agenda, try agenda.ids())
    }

    @Test("an edit says what it changes of the one that is meant, and nothing of the others")
    func edits() throws {
        let (agenda, ids) = try desk()
        try #require(ids.count == 4)
        #expect(
            try agenda("edit", ids[1], "--location", "Hall") == """
                Changed Two, Tue 2026-11-24 10:00-11:00
                  +location: Hall

                """)
        #expect(
            try agenda("edit", ids[3], "--scope", "this", "--location", "Hall", "--dry-run") == """
                Would change Three, Thu 2026-11-26 10:00-11:00
                  @ 2026-11-26
                  +location: Hall

                """)
        #expect(
            try agenda("edit", ids[3], "--scope", "future", "--summary", "Four", "--dry-run") == """
                Would change Three, Thu 2026-11-26 10:00-11:00 and all after it
                  -every: FREQ=DAILY;COUNT=2
                  +every: FREQ=DAILY;UNTIL=20261126T085959Z
                  @ from then on
                  -summary: Three
                  +summary: Four
                  -start: 2026-11-25 09:00
                  +start: 2026-11-26 09:00
                  -end: 2026-11-25 10:00
                  +end: 2026-11-26 10:00
                  -every: FREQ=DAILY;COUNT=2
                  +every: FREQ=DAILY;COUNT=1

                """)
    }

    @Test("a deletion and a move name what goes")
    func deletes() throws {
        let (agenda, ids) = try desk()
        let deleted = try agenda("delete", ids[0], "--dry-run")
        #expect(
            deleted.hasPrefix("Would delete One, Mon 2026-11-23 10:00-11:00\n  -summary: One\n"))
        #expect(!deleted.contains("Two") && !deleted.contains("Three") && !deleted.contains("+"))
        let instance = try agenda("delete", ids[2], "--scope", "this", "--dry-run")
        #expect(instance.contains("-summary: Three") && !instance.contains("One"))
        let moved = try agenda("edit", ids[1], "--calendar", "local", "--dry-run")
        #expect(moved.contains("+summary: Two") && moved.contains("-summary: Two"))
        #expect(!moved.contains("One") && !moved.contains("Three"))
    }
}
