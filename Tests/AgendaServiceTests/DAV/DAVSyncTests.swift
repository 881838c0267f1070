@testable import AgendaKit
import AgendaSync
import Foundation
import Testing

@testable import AgendaService

@Suite("What devices are told of changes")
struct DAVSyncTests {
    @Test("each change is told once, and what nobody has seen is not told to be gone")
    func changes() async throws {
        let dav = try await DAVBench()
        let empty = await dav.changes()
        let start = try #require(empty.token)
        #expect(empty.status == 207 && empty.places.isEmpty)
        for name in ["a", "b", "c"] {
            #expect(await dav.put(name + ".ics", DAVBench.event(name)).status == 201)
        }
        let first = await dav.changes(since: start)
        #expect(
            first.places == [
                "/dav/c/me/work/a.ics": 200, "/dav/c/me/work/b.ics": 200,
                "/dav/c/me/work/c.ics": 200,
            ])
        let token = try #require(first.token)
        let none = await dav.changes(since: token)
        #expect(none.places.isEmpty && none.token == token)
        #expect(await dav.ask("DELETE", DAVBench.work + "b.ics").status == 204)
        #expect(
            await dav.put("c.ics", DAVBench.event("c", "DTSTART:20261224", "SUMMARY:New")).status
                == 204)
        let second = await dav.changes(since: token)
        #expect(second.places == ["/dav/c/me/work/b.ics": 404, "/dav/c/me/work/c.ics": 200])
        // Whoever never had it is told nothing of it.
        #expect(
            await dav.changes(since: start).places == [
                "/dav/c/me/work/a.ics": 200, "/dav/c/me/work/c.ics": 200,
            ])
        // A change elsewhere is none here.
        let known = try #require(second.token)
        _ = try await dav.bench.add("Lunch tomorrow 12:30")
        let elsewhere = await dav.changes(since: known)
        #expect(elsewhere.places.isEmpty && elsewhere.token == known)
    }

    @Test("a long answer comes in parts that miss nothing", arguments: [1, 2, 3, 7])
    func parts(limit: Int) async throws {
        let dav = try await DAVBench()
        let start = try #require(await dav.changes().token)
        for number in 0..<7 { _ = await dav.put("\(number).ics", DAVBench.event("\(number)")) }
        func all(_ token: String) async throws -> (seen: [String: Int], token: String) {
            var (seen, token) = ([String: Int](), token)
            for _ in 0..<20 {
                let part = await dav.changes(since: token, limit: limit)
                var places = part.places
                let isCut = places.removeValue(forKey: DAVBench.work) == 507
                #expect(
                    part.status == 207 && places.count <= limit
                        && places.keys.allSatisfy { seen[$0] == nil })
                seen.merge(places) { $1 }
                token = try #require(part.token)
                if !isCut { return (seen, token) }
            }
            Issue.record("it does not end")
            return (seen, token)
        }
        for token in [start, ""] {
            let found = try await all(token)
            let now = await dav.changes().token
            #expect(found.seen.count == 7 && found.token == now)
        }
        let token = try await all("").token
        for number in 0..<5 { _ = await dav.ask("DELETE", DAVBench.work + "\(number).ics") }
        _ = await dav.put("6.ics", DAVBench.event("6", "DTSTART:20261224"))
        let rest = try await all(token).seen
        #expect(rest.filter { $0.value == 404 }.count == 5 && rest["/dav/c/me/work/6.ics"] == 200)
    }

    /// Puts a file of another program into the folder of the calendar; nil removes it.
    private func write(_ uids: [String]?, to name: String, _ dav: DAVBench) async throws {
        let path = dav.bench.folder.appending(path: "calendars/work/\(name)")
        if let uids {
            let events = uids.map {
                DAVBench.event($0).split(separator: "\r\n").dropFirst(3).dropLast()
            }
            let lines =
                ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//other//EN"]
                + events.joined().map(String.init) + ["END:VCALENDAR", ""]
            try Data(lines.joined(separator: "\r\n").utf8).write(to: path)
        } else {
            try FileManager.default.removeItem(at: path)
        }
        _ = try await dav.bench.service.parts.live.present.importer.refresh()
    }

    /// The UIDs of all that a listing in parts has, and its token.
    private func all(
        _ dav: DAVBench, since token: String = "", limit: Int? = nil
    ) async throws -> (uids: [String], gone: Int, token: String) {
        var (uids, gone, token) = ([String](), 0, token)
        for _ in 0..<20 {
            let part = await dav.changes(since: token, limit: limit)
            #expect(part.status == 207)
            let isCut = part.places[DAVBench.work] == 507
            for (place, status) in part.places.sorted(by: { $0.key < $1.key })
            where place != DAVBench.work {
                if status == 404 {
                    gone += 1
                    continue
                }
                let text = await dav.ask("GET", place).text
                uids += text.split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
                    .map { String($0.dropFirst(4)) }
            }
            token = try #require(part.token)
            if !isCut { return (uids.sorted(), gone, token) }
        }
        Issue.record("it does not end")
        return (uids, gone, token)
    }

    @Test("a file of several events is listed in parts of any size", arguments: [1, 2, 3, 4, 9])
    func severalInParts(limit: Int) async throws {
        let dav = try await DAVBench()
        _ = await dav.put("a.ics", DAVBench.event("a"))
        try await write(["x", "y", "z"], to: "m.ics", dav)
        _ = await dav.put("o.ics", DAVBench.event("o"))
        let found = try await all(dav, limit: limit)
        #expect(found.uids == ["a", "o", "x", "y", "z"])
        let none = try await all(dav, since: found.token)
        #expect(none.uids == [] && none.token == found.token)
    }

    @Test(
        "whoever knows names that a file's events do not have any more lists all",
        arguments: [
            (["x"], ["x", "y"]), (["x", "y"], ["x"]), (["x", "y"], ["x", "z"]), (["x", "y"], nil),
            (["x", "y", "z"], ["x", "y"]), ([], ["x", "y"]),
        ] as [([String], [String]?)])
    func lostNames(before: [String], after: [String]?) async throws {
        let dav = try await DAVBench()
        _ = await dav.put("a.ics", DAVBench.event("a"))
        try await write(before, to: "m.ics", dav)
        let known = try await all(dav).token
        let part = try #require(await dav.changes(limit: 1).token)
        try await write(after, to: "m.ics", dav)
        for token in [known, part] {
            let answer = await dav.changes(since: token)
            #expect(answer.status == 403 && answer.condition == "valid-sync-token")
        }
        #expect(try await all(dav).uids == ["a"] + (after ?? []))
    }

    @Test("what a file of several events gets, and another one, are told as changes")
    func gained() async throws {
        let dav = try await DAVBench()
        try await write(["x", "y"], to: "m.ics", dav)
        let known = try await all(dav).token
        try await write(["x", "y", "z"], to: "m.ics", dav)
        try await write(["p", "q"], to: "n.ics", dav)
        for limit in [1, 2, 9] {
            let found = try await all(dav, since: known, limit: limit)
            #expect(found.uids == ["p", "q", "x", "y", "z"] && found.gone == 0)
        }
        // One event for another in a file of one, and one file fewer.
        try await write(["b"], to: "b.ics", dav)
        let later = try await all(dav).token
        try await write(nil, to: "b.ics", dav)
        #expect(try await all(dav, since: later).gone == 1)
    }

    @Test("tokens of nobody, of the future and of another store are refused")
    func strangers() async throws {
        let dav = try await DAVBench()
        let token = try #require(await dav.changes().token)
        let parts = token.split(separator: "-").map(String.init)
        let cases = [
            "x", "data:,agenda-", "data:,agenda-\(parts[1])-99999-\(parts[3])",
            "data:,agenda-\(parts[1])-\(parts[2])-1",
            "data:,agenda-other-\(parts[2])-\(parts[3])", "http://sabre.io/ns/sync/5",
        ]
        for other in cases {
            let answer = await dav.changes(since: other)
            #expect(answer.status == 403 && answer.condition == "valid-sync-token", "\(other)")
        }
    }

    @Test("what a device does is a change of its own that an undo takes back, byte for byte")
    func undo() async throws {
        let dav = try await DAVBench()
        let body = DAVBench.event("a")
        let tag = try #require(await dav.put("a.ics", body).fields["ETag"])
        #expect(await dav.ask("GET", DAVBench.work + "a.ics").text == body)
        #expect(await dav.put("a.ics", DAVBench.event("a", "DTSTART:20261224")).status == 204)
        #expect(await dav.ask("DELETE", DAVBench.work + "a.ics").status == 204)
        for _ in 0..<2 { #expect(await dav.bench.ask("POST", "/v1/undo", "{}").status == 200) }
        let back = await dav.ask("GET", DAVBench.work + "a.ics")
        #expect(back.text == body && back.fields["ETag"] == tag)
    }

    @Test(
        "the store's own calendar is there before it has an event, keeps names that devices give, and says no tag"
    )
    func own() async throws {
        let dav = try await DAVBench()
        let path = "/dav/c/me/local/"
        let empty = await dav.changes(at: path)
        let start = try #require(empty.token)
        #expect(empty.status == 207 && empty.places.isEmpty)
        let encoded = await dav.put("Any%20name.ics", DAVBench.event("a"), in: path)
        #expect(encoded.status == 201 && encoded.fields["ETag"] == nil)
        let listed = await dav.changes(since: start, at: path)
        #expect(listed.places == [path + "Any%20name.ics": 200])
        let got = await dav.ask("GET", path + "Any%20name.ics")
        #expect(
            got.status == 200 && got.text.contains("X-FOO;X=\"a:b\":bar\r\n")
                && got.fields["ETag"] != nil)
        #expect(got.fields["ETag"] == listed.property(.dav("getetag"))?.value)
        #expect(
            await dav.put("b.ics", DAVBench.event("a"), in: path).condition == "no-uid-conflict")
        #expect(await dav.ask("DELETE", path + "Any%20name.ics").status == 204)
        let token = try #require(listed.token)
        #expect(await dav.changes(since: token, at: path).places == [path + "Any%20name.ics": 404])
    }

    @Test("to-dos are a calendar of their own for a device that wants it")
    func todos() async throws {
        let dav = try await DAVBench { $0.separatesTodos = true }
        let todo = DAVBench.event("t", "SUMMARY:Buy", kind: "VTODO")
        #expect(await dav.put("t.ics", todo).condition == "supported-calendar-component")
        let todos = "/dav/c/me/work--todos/"
        #expect(await dav.put("t.ics", todo, in: todos).status == 201)
        #expect(await dav.put("e.ics", DAVBench.event("e")).status == 201)
        #expect(await dav.changes(at: todos).places == [todos + "t.ics": 200])
        #expect(await dav.changes().places == [DAVBench.work + "e.ics": 200])
    }
}
