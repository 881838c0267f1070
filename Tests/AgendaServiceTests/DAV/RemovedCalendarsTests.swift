@testable import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("The folders of calendars that were removed")
struct RemovedCalendarsTests {
    private static let day = 86_400
    private let dav: DAVBench
    private let calendars: URL

    init() async throws {
        dav = try await DAVBench { $0.mayRemoveCalendars = true }
        calendars = dav.bench.folder.appending(path: "calendars")
        #expect(await dav.put("a.ics", DAVBench.event("a")).status == 201)
    }

    /// What is in the folder of all calendars once it was looked at so many days after now.
    private func left(after days: Int) throws -> [String] {
        let parts = dav.bench.service.parts
        try RemovedCalendars(store: parts.live.present.store, service: parts.database)
            .sweep(at: ServiceBench.Clock().now + days * Self.day)
        return try FileManager.default.contentsOfDirectory(atPath: calendars.path).sorted()
    }

    private func remove() async {
        #expect(await dav.ask("DELETE", DAVBench.work).status == 204)
    }

    @Test("stay for 30 days, and go then")
    func removed() async throws {
        #expect(try left(after: 400) == ["work"])
        await remove()
        #expect(try left(after: 0) == ["work"])
        #expect(try left(after: 29) == ["work"])
        #expect(try left(after: 30) == [])
        #expect(try left(after: 31) == [])
    }

    @Test("stay if the removal is taken back, which needs the folder")
    func undone() async throws {
        await remove()
        #expect(try left(after: 20) == ["work"])
        #expect(await dav.command("undo") == 200)
        #expect(await dav.ask("GET", DAVBench.work + "a.ics").text == DAVBench.event("a"))
        #expect(try left(after: 40) == ["work"])
        await remove()
        #expect(try left(after: 31) == [])
        let undo = await dav.bench.ask("POST", "/v1/undo", "{}")
        #expect(undo.status >= 400 && undo.text.contains("work"), "\(undo.text)")
        #expect(await dav.ask("PROPFIND", DAVBench.work, fields: ["Depth": "0"]).status == 404)
    }

    @Test(
        "go when their making is taken back, too, and the next one of the name has a folder of its own"
    )
    func unmade() async throws {
        await remove()
        #expect(await dav.ask("MKCALENDAR", DAVBench.work).status == 201)
        #expect(try left(after: 29) == ["work", "work-2"])
        #expect(try left(after: 30) == ["work-2"])
    }

    @Test("stay if nobody has ever named them as a calendar, or they are links")
    func others() async throws {
        let own = dav.bench.folder.appending(path: "own")
        for place in [own, calendars.appending(path: "photos")] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: place.appending(path: "x"))
        }
        await remove()
        let work = calendars.appending(path: "work")
        try FileManager.default.removeItem(at: work)
        try FileManager.default.createSymbolicLink(at: work, withDestinationURL: own)
        #expect(try left(after: 400) == ["photos", "work"])
        #expect(FileManager.default.fileExists(atPath: own.appending(path: "x").path))
    }

    @Test(
        "that were about to go when the process ended go, or come back with their calendar",
        arguments: [false, true])
    func killed(isBack: Bool) async throws {
        await remove()
        // As another process brings it back in the moment before it goes.
        if isBack { #expect(await dav.command("undo") == 200) }
        try FileManager.default.moveItem(
            at: calendars.appending(path: "work"), to: calendars.appending(path: ".going-work"))
        #expect(try left(after: 0) == (isBack ? ["work"] : []))
    }
}
