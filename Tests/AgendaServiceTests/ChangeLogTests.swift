import AgendaActions
@testable import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Changes as they happen")
struct ChangeLogTests {
    @Test("each change is told with its revision; who was away gets what he missed, or loads anew")
    func stream() async throws {
        let bench = try ServiceBench()
        let following = try await bench.following()
        defer { following.cancel() }
        let reader = try await StreamListener(bench)
        _ = try await bench.add("Lunch tomorrow 12:30")
        let told = await reader.change()
        #expect(told.name == "change")
        let start = "{\"change\":\"added\",\"nodes\":[121],\"event\":{"
        #expect(told.data.first?.hasPrefix(start) == true)
        let revision = String(try #require(told.id))
        _ = try await bench.add("Tea tomorrow 15:00")
        _ = await reader.change()
        let late = try await StreamListener(bench, ["Last-Event-ID": revision])
        let missed = await late.change()
        #expect(missed.data.count == 1 && missed.data[0].contains("\"summary\":\"Tea\""))
        let stranger = try await StreamListener(bench, ["Last-Event-ID": "9999"])
        #expect(await stranger.change().name == "reset")
        let changes =
            await bench.get("/v1/changes?since=\(revision)").json["changes"] as? [[String: Any]]
        #expect(changes?.count == 1)
        #expect(await bench.get("/v1/changes?since=99999").status == 410)
    }

    @Test(
        "each change says who made it: its owner, a synchronisation, a file, a feed, an assistant")
    func origins() async throws {
        let bench = try ServiceBench()
        func put(_ name: String) throws -> String {
            let file = bench.folder.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let event =
                "BEGIN:VEVENT\nUID:\(name)\nDTSTART:20261121T100000Z\nSUMMARY:\(name)\nEND:VEVENT"
            try Data("BEGIN:VCALENDAR\n\(event)\nEND:VCALENDAR\n".utf8).write(to: file)
            return file.path
        }
        let live = bench.service.live
        let importer = live.present.importer
        for kind in ["team", "accounts"] {
            let folder = bench.folder.appending(path: kind + "/work")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var source = CalendarSource(name: kind, kind: .folder, location: folder.path)
            source.isWritable = true
            _ = try await importer.addSource(source)
        }
        let feed = try put("feeds/1.ics")
        _ = try await importer.addSource(CalendarSource(name: "feed", kind: .file, location: feed))
        let following = try await bench.following()
        defer { following.cancel() }
        let known = try live.present.store.revision()
        let reader = try await StreamListener(bench)
        _ = try await bench.add("Lunch tomorrow 12:30")
        var change = await reader.change().json
        #expect(change["by"] as? String == "edit" && change["number"] as? Int == 1)
        _ = try put("team/work/a.ics")
        change = await reader.change().json
        #expect(change["by"] as? String == "file" && change["number"] == nil)
        _ = try put("accounts/work/a.ics")
        #expect(await reader.change().json["by"] as? String == "sync")
        try FileManager.default.removeItem(atPath: feed)
        try FileManager.default.copyItem(atPath: try put("feed.new"), toPath: feed)
        #expect(await reader.change().json["by"] as? String == "feed")
        // Another process writes: an assistant's, into a file and into the own calendar.
        var assistant = live.person
        assistant.edits = .assistant
        let store = try EventStore.open(path: live.path, createsMissing: false)
        for calendar in ["team", nil] {
            var event = Event(uid: calendar ?? "own", start: .utc(live.clock.now + 86_400))
            event.summary = "Tea"
            let number = try await store.editor(assistant).addEvent(event, to: calendar).id
            change = await reader.change().json
            #expect(change["by"] as? String == "assistant", "\(change)")
            #expect(change["number"] as? Int == Int(number))
        }
        let all = await bench.get("/v1/changes?since=\(known)").json["changes"] as? [[String: Any]]
        #expect(
            Set(all?.compactMap { $0["by"] as? String } ?? []) == [
                "edit", "file", "sync", "feed", "assistant",
            ])
    }

    @Test("commits that come fast are told together, and the last one is not forgotten")
    func pause() async throws {
        let bench = try ServiceBench()
        let log = ChangeLog()
        let start = ContinuousClock.now
        var timeline = try await bench.service.live.provider(bench.service.live.zone, EventFilter())
            .timeline()
        timeline.revision = 0
        await log.append(TimelineUpdate(timeline: timeline, changes: []))
        let reading = Task {
            var (known, count): (Int64, Int) = (0, 0)
            while known < 40 {
                guard case .changes(_, _, let present) = await log.next(after: known, generation: 0)
                else { continue }
                (known, count) = (present, count + 1)
            }
            return count
        }
        for revision in 1...40 {
            timeline.revision = Int64(revision)
            await log.append(
                TimelineUpdate(timeline: timeline, changes: [change(.changed, "a", "\(revision)")]))
            try await Task.sleep(for: .milliseconds(3))
        }
        let count = await reading.value
        // As many as there were pauses, one at the start, and one at the end.
        let most = Int((ContinuousClock.now - start) / ChangeLog.pause) + 2
        #expect(count <= most, "\(count) of at most \(most)")
    }

    @Test("who reads a store that another one replaces loads everything anew")
    func otherStore() async throws {
        let log = ChangeLog()
        async let news = log.next(after: 500, generation: 0)
        await log.beginAgain()
        guard case .reset = await news else {
            Issue.record("the reader waits for revision 500 of a store that is gone")
            return
        }
    }

    @Test(
        "at midnight places mean other days: who reads loads everything anew, though nothing was changed"
    )
    func midnight() async throws {
        let bench = try ServiceBench()
        let live = bench.service.live
        let timeline = try await live.provider(live.zone, EventFilter()).timeline()
        let next = EventProvider(
            store: live.present.store, clock: Tomorrow(), zone: live.zone)
        let log = ChangeLog()
        await log.append(TimelineUpdate(timeline: timeline, changes: []))
        async let news = log.next(after: timeline.revision, generation: 0)
        await log.append(TimelineUpdate(timeline: try await next.timeline(), changes: []))
        guard case .reset(timeline.revision) = await news else {
            Issue.record("the reader has the days of yesterday")
            return
        }
        // One who comes then knows the day from the stream's first line.
        let response = await bench.service.answer(ServiceRequest("GET", "/v1/stream"))
        guard case .stream(let first) = response.body else { throw Problem.notFound }
        let said = String(decoding: await first() ?? [], as: UTF8.self)
        #expect(said.hasSuffix("event: ping\ndata: 2026-11-20\n\n"))
    }

    private struct Tomorrow: AgendaClock {
        var now: Instant { ServiceBench.Clock().now + 86_400 }
    }

    private func change(_ kind: TimelineUpdate.Kind, _ uid: String, _ summary: String)
        -> TimelineUpdate.Change
    {
        var event = AgendaEvent(
            id: OccurrenceID(uid: uid, recurrenceID: nil), uid: uid,
            span: .dates(CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 1)), calendar: "c"
        )
        event.content.summary = summary
        return TimelineUpdate.Change(kind: kind, nodes: 0..<1, event: event)
    }

    @Test("several changes of an event come to one")
    func net() {
        let net = ChangeLog.net([
            change(.added, "a", "1"), change(.changed, "a", "2"), change(.added, "b", "1"),
            change(.removed, "b", "1"),
            change(.removed, "c", "1"), change(.added, "c", "2"), change(.changed, "d", "1"),
            change(.removed, "d", "1"),
        ])
        #expect(
            net.map { "\($0.kind) \($0.event.uid)\($0.event.summary ?? "")" } == [
                "added a2", "changed c2", "removed d1",
            ])
    }

    @Test("a stream ends with the service")
    func end() async throws {
        let bench = try ServiceBench()
        let following = try await bench.following()
        let reader = try await StreamListener(bench)
        async let last = reader.next()
        following.cancel()
        #expect(await last == nil)
    }
}
