import Foundation
import Testing

@testable import AgendaService

extension SharingTests {
    private static func alarm(_ minutes: Int) -> String {
        "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT\(minutes)M\nEND:VALARM"
    }

    private static func tiles(_ title: String, _ minutes: Int?, stamp: Int = 1) -> String {
        SharingDevice.event("open", title, hour: 11, minutes.map(alarm) ?? "").replacing(
            "DTSTAMP:20261101", with: "DTSTAMP:2026110\(stamp)")
    }

    @Test("alarms are each one's own, also of who may only read, and other texts tell so")
    func alarms() async throws {
        let own = Self.tiles("Tiles", 5)
        #expect(await kim.dav("PUT", "calendar/open.ics", own).status == 204)
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        let first = await lee.sync("kim-calendar")
        let tag = first.changed["open.ics"] ?? ""
        let known = await kim.sync("calendar")
        #expect(await lee.dav("GET", "kim-calendar/open.ics").text == Self.tiles("Tiles", nil))
        let mine = Self.tiles("Tiles", 20)
        let put = await lee.dav("PUT", "kim-calendar/open.ics", mine, ["If-Match": tag])
        #expect(put.status == 204, "\(put.text)")
        let shown = await lee.dav("GET", "kim-calendar/open.ics")
        #expect(shown.text == mine)
        #expect(put.fields["ETag"] == shown.fields["ETag"] && shown.fields["ETag"] != tag)
        #expect(await kim.dav("GET", "calendar/open.ics").text == own)
        let news = await lee.sync("kim-calendar", since: first.token)
        #expect(news.status == 403 || news.changed == ["open.ics": shown.fields["ETag"] ?? ""])
        let silence = await kim.sync("calendar", since: known.token)
        #expect(silence.changed.isEmpty && silence.gone.isEmpty)
        // A program writes all anew when it sets an alarm. What is read back is the owner's, and so has no tag here.
        let anew = Self.tiles("Tiles", 30, stamp: 2)
        let again = await lee.dav(
            "PUT", "kim-calendar/open.ics", anew, ["If-Match": shown.fields["ETag"] ?? ""])
        #expect(again.status == 204 && again.fields["ETag"] == nil, "\(again)")
        #expect(await lee.dav("GET", "kim-calendar/open.ics").text == Self.tiles("Tiles", 30))
        #expect(await kim.dav("GET", "calendar/open.ics").text == own)
        // Nothing else is theirs to change, and with what is refused no alarm.
        let refused = await lee.dav("PUT", "kim-calendar/open.ics", Self.tiles("Slate", 40))
        #expect(refused.status == 403)
        #expect(await lee.dav("PUT", "kim-calendar/new.ics", Self.tiles("New", 40)).status == 403)
        #expect(await lee.dav("DELETE", "kim-calendar/open.ics").status == 403)
        #expect(await lee.dav("GET", "kim-calendar/open.ics").text == Self.tiles("Tiles", 30))
        // What the owner changes keeps them; what the owner is reminded of is not told.
        #expect(
            await kim.dav("PUT", "calendar/open.ics", Self.tiles("Marble", 6)).status == 204)
        let later = await lee.dav("GET", "kim-calendar/open.ics")
        #expect(later.text == Self.tiles("Marble", 30))
        #expect(await kim.dav("PUT", "calendar/open.ics", Self.tiles("Marble", 7)).status == 204)
        #expect(
            await lee.dav("GET", "kim-calendar/open.ics").fields["ETag"] == later.fields["ETag"])
        // And away again.
        let none = await lee.dav(
            "PUT", "kim-calendar/open.ics", Self.tiles("Marble", nil),
            ["If-Match": later.fields["ETag"] ?? ""])
        #expect(none.status == 204)
        #expect(await lee.dav("GET", "kim-calendar/open.ics").text == Self.tiles("Marble", nil))
        #expect(await kim.dav("GET", "calendar/open.ics").text == Self.tiles("Marble", 7))
    }

    @Test(
        "who may write changes the event and their own alarms in one, and both end with the grant")
    func writtenAlarms() async throws {
        #expect(
            await kim.dav("PUT", "calendar/open.ics", Self.tiles("Tiles", 5)).status == 204)
        #expect(await kim.share("Calendar", with: "lee", "write") == 200)
        let put = await lee.dav("PUT", "kim-calendar/open.ics", Self.tiles("Slate", 20))
        #expect(put.status == 204 && put.fields["ETag"] != nil)
        #expect(await kim.dav("GET", "calendar/open.ics").text == Self.tiles("Slate", 5))
        #expect(await lee.dav("GET", "kim-calendar/open.ics").text == Self.tiles("Slate", 20))
        // One that they make has their alarm for them, and none for the owner.
        let new = SharingDevice.event("new", "New", hour: 13, Self.alarm(10))
        #expect(await lee.dav("PUT", "kim-calendar/new.ics", new).status == 201)
        #expect(await lee.dav("GET", "kim-calendar/new.ics").text == new)
        #expect(
            await kim.dav("GET", "calendar/new.ics").text
                == SharingDevice.event("new", "New", hour: 13))
        // A stale text changes neither.
        let stale = await lee.dav(
            "PUT", "kim-calendar/new.ics", new.replacing("PT10M", with: "PT11M"),
            ["If-Match": put.fields["ETag"] ?? ""])
        #expect(stale.status == 412)
        #expect(await lee.dav("GET", "kim-calendar/new.ics").text == new)
        #expect(await kim.share("Calendar", with: "lee", "busy") == 200)
        for name in await lee.sync("kim-calendar").changed.keys {
            #expect(await !lee.dav("GET", "kim-calendar/\(name)").text.contains("VALARM"))
        }
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        #expect(await lee.dav("GET", "kim-calendar/new.ics").text == new)
        #expect(await kim.share("Calendar", with: "lee", "none") == 200)
        #expect(await !lee.calendars().contains("kim-calendar"))
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        #expect(
            await lee.dav("GET", "kim-calendar/new.ics").text
                == SharingDevice.event("new", "New", hour: 13))
    }

    @Test("an instance has alarms of its own")
    func instances() async throws {
        func series(_ alarms: [Int?]) -> String {
            var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"]
            for (index, minutes) in alarms.enumerated() {
                lines += [
                    "BEGIN:VEVENT", "UID:row", "DTSTAMP:20261101T000000Z",
                    "DTSTART:2026112\(index)T1\(index)0000Z", "SUMMARY:Row",
                    index == 0 ? "RRULE:FREQ=DAILY;COUNT=3" : "RECURRENCE-ID:20261121T100000Z",
                ]
                if let minutes {
                    lines += Self.alarm(minutes).split(separator: "\n").map(String.init)
                }
                lines.append("END:VEVENT")
            }
            return (lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
        }
        #expect(await kim.dav("PUT", "calendar/row.ics", series([5, 6])).status == 201)
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        #expect(await lee.dav("GET", "kim-calendar/row.ics").text == series([nil, nil]))
        for alarms in [[nil, 20], [10, 20], [10, nil]] as [[Int?]] {
            #expect(await lee.dav("PUT", "kim-calendar/row.ics", series(alarms)).status == 204)
            #expect(await lee.dav("GET", "kim-calendar/row.ics").text == series(alarms))
            #expect(await kim.dav("GET", "calendar/row.ics").text == series([5, 6]))
        }
        // An instance that the owner changes later is the series' to who sees it.
        #expect(await kim.dav("PUT", "calendar/row.ics", series([5])).status == 204)
        #expect(await lee.dav("PUT", "kim-calendar/row.ics", series([11])).status == 204)
        #expect(await kim.dav("PUT", "calendar/row.ics", series([5, nil])).status == 204)
        let later = await lee.dav("GET", "kim-calendar/row.ics").text
        #expect(later == series([11, 11]))
    }

    @Test("alarms of one's own are taken back, also by who may only read")
    func undoneAlarms() async throws {
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        let own = await lee.dav("PUT", "calendar/own.ics", SharingDevice.event("own", "Mine"))
        #expect(own.status == 201)
        #expect(
            await lee.dav("PUT", "kim-calendar/open.ics", Self.tiles("Tiles", 20)).status == 204)
        let undone = await bench.ask("POST", "/v1/undo", "{}", token: lee.seat.token)
        #expect(undone.status == 200, "\(undone.text)")
        #expect(await lee.dav("GET", "kim-calendar/open.ics").text == Self.tiles("Tiles", nil))
        let before = await bench.ask("POST", "/v1/undo", "{}", token: lee.seat.token)
        #expect(before.status == 200, "\(before.text)")
        #expect(await lee.dav("GET", "calendar/own.ics").status == 404)
    }
}
