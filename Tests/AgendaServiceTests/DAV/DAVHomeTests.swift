import AgendaSync
import Foundation
import Testing

@testable import AgendaKit
@testable import AgendaService

@Suite("The home and the merge of all calendars")
struct DAVHomeTests {
    private static let home = "/dav/c/me/"

    @Test("what a client sets of the home is read back as it was sent, and goes when it is removed")
    func properties() async throws {
        let dav = try await DAVBench()
        func patch(_ step: String) async -> Int {
            await dav.ask(
                "PROPPATCH", Self.home,
                """
                <D:propertyupdate xmlns:D="DAV:" xmlns:X="urn:example">\(step)</D:propertyupdate>
                """
            ).status
        }
        let set =
            "<D:set><D:prop><D:displayname>Everything</D:displayname>"
            + "<X:mood tone=\"dark\">blue</X:mood></D:prop></D:set>"
        #expect(await patch(set) == 207)
        let names = "<D:prop><D:displayname/><X:mood/></D:prop>"
        func find(_ what: String, depth: String = "0") async -> DAVBench.Answer {
            await dav.ask(
                "PROPFIND", Self.home,
                "<D:propfind xmlns:D=\"DAV:\" xmlns:X=\"urn:example\">\(what)</D:propfind>",
                fields: ["Depth": depth])
        }
        let mood = XMLName("urn:example", "mood")
        for what in [names, "<D:allprop/>"] {
            let answer = await find(what, depth: "1")
            #expect(answer.property(.dav("displayname"), of: Self.home)?.value == "Everything")
            #expect(answer.property(mood, of: Self.home)?.value == "blue")
            #expect(answer.property(mood, of: Self.home)?.attribute("tone") == "dark")
            #expect(answer.property(mood, of: DAVBench.work) == nil)
        }
        let all = await find("<D:propname/>")
        #expect(all.property(mood) != nil && all.property(.dav("displayname")) != nil)
        #expect(
            await patch("<D:remove><D:prop><D:displayname/><X:mood/></D:prop></D:remove>") == 207)
        let none = await find(names)
        #expect(none.property(mood) == nil && none.property(.dav("displayname")) == nil)
    }

    @Test("the order that a device gives calendars is that of the page, and the other way round")
    func order() async throws {
        let dav = try await DAVBench()
        let (name, team) = (XMLName.apple("calendar-order"), "/dav/c/me/team/")
        let spaces =
            "xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\" xmlns:A=\"http://apple.com/ns/ical/\""
        func prop(_ text: String) -> String {
            "<D:prop><A:calendar-order>\(text)</A:calendar-order></D:prop>"
        }
        func order(_ path: String) async -> String? {
            await dav.ask(
                "PROPFIND", path, "<D:propfind \(spaces)>\(prop(""))</D:propfind>",
                fields: ["Depth": "0"]
            ).property(name)?.value
        }
        func patch(_ path: String, _ step: String) async -> Int {
            await dav.ask(
                "PROPPATCH", path, "<D:propertyupdate \(spaces)>\(step)</D:propertyupdate>"
            ).status
        }
        let made = await dav.ask(
            "MKCALENDAR", team,
            "<C:mkcalendar \(spaces)><D:set>\(prop("5"))</D:set></C:mkcalendar>")
        #expect(made.status == 201)
        func work() throws -> CalendarSource {
            try #require(
                try dav.bench.service.live.present.store.sources().first { $0.name == "work" })
        }
        let id = try work().id
        #expect(await order(DAVBench.work) == "\(id * 1_024)")
        #expect(await order(team) == "5")
        #expect(await patch(DAVBench.work, "<D:set>\(prop(" 4\n"))</D:set>") == 207)
        #expect(try work().order == 4)
        let shown = try dav.bench.service.live.present.store.sources().inOrder.map(\.name)
        #expect(shown == ["work", "team"])
        let set = await dav.bench.ask(
            "PATCH", "/v1/calendars/\(id)", #"{"order": 6}"#, fields: ["If-Match": "*"])
        #expect(set.status == 200)
        #expect(await order(DAVBench.work) == "6")
        // What is no place changes none.
        #expect(await patch(DAVBench.work, "<D:set>\(prop("first"))</D:set>") == 207)
        #expect(await order(DAVBench.work) == "6")
        #expect(await patch(DAVBench.work, "<D:remove>\(prop(""))</D:remove>") == 207)
        #expect(try work().order == nil)
        #expect(await order(DAVBench.work) == "\(id * 1_024)")
    }

    @Test("what another process sets is seen, too")
    func otherProcess() async throws {
        let dav = try await DAVBench()
        let calendars = dav.bench.service.calendars
        #expect(try calendars.contents().properties[""] == nil)
        let other = CalendarTable(
            ServiceDatabase(beside: dav.bench.folder.appending(path: "agenda.db").path))
        let property = DeadProperty(name: .dav("displayname"), xml: "<x/>", text: "x")
        #expect(try other.change([.set(property)], of: "", limit: 9))
        #expect(try calendars.contents().properties[""] == [property])
        #expect(try calendars.change([.remove(property.name)], of: "", limit: 9))
        #expect(try calendars.contents().properties[""] == nil)
    }

    @Test("each resource of the merge says of which calendar it is")
    func merge() async throws {
        let dav = try await DAVBench()
        #expect(await dav.ask("MKCALENDAR", "/dav/c/me/team/").status == 201)
        #expect(await dav.put("a.ics", DAVBench.event("a")).status == 201)
        #expect(await dav.put("b.ics", DAVBench.event("b"), in: "/dav/c/me/team/").status == 201)
        let store = dav.bench.service.live.present.store
        let cache = MergeCache()
        let merge = try cache.merge(of: store, nil)
        let bodies = merge.bodies(of: merge.resources())
        var found: [String: String] = [:]
        for (name, body) in bodies {
            let lines = String(decoding: try body.get().bytes, as: UTF8.self).split(
                separator: "\r\n")
            found[String(name.prefix(1))] =
                lines.filter { $0.hasPrefix("X-AGENDA-SOURCE") }.joined(separator: ";")
        }
        #expect(found == ["a": "X-AGENDA-SOURCE:work", "b": "X-AGENDA-SOURCE:team"])
    }
}
