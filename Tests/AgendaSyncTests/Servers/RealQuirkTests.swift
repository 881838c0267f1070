import CalendarMerge
import FoundationEssentials
import ICalendar
import Testing

@testable import AgendaSync

@Suite(
    "What real servers do to a synchronisation",
    .enabled(if: RealServer.areInstalled, RealServer.whyNot))
struct RealQuirkTests {
    /// A replica in memory beside a calendar of a real server.
    private struct RealDevice {
        let server: RealServer
        let calendar: Href
        let replica = MemoryReplica()
        let clock = TestClock()
        let client: CalDAVClient

        /// With a new calendar, in which others have put `1.ics` to `count.ics`, synchronised.
        init(_ kind: RealServer.Kind, count: Int = 3) async throws {
            server = try RealServer(kind)
            calendar = try server.href(ofCalendar: "work")
            client = server.client()
            try await client.makeCalendar(calendar, CalendarProperties(name: "Work"))
            for number in 1...count { try await put("\(number)", "s\(number)") }
            await sync()
            #expect(replica.names.count == count)
        }

        @discardableResult func sync() async -> SyncReport {
            await CollectionSync(
                client: client, collection: calendar, replica: replica,
                merging: ThreeWayMerge(zones: SystemZones.database), now: { clock.now }
            ).run()
        }

        /// What another client does.
        func put(_ uid: String, _ summary: String) async throws {
            let href = calendar.appending(uid + ".ics")
            do {
                _ = try await client.put(
                    Array(event(uid, summary, RealServer.ends).utf8), to: href, if: .absent)
            } catch  where error.isPreconditionFailed {
                _ = try await client.put(
                    Array(event(uid, summary, RealServer.ends).utf8), to: href, if: .present)
            }
        }

        func agree() async throws -> Bool {
            let listing = try await client.listing(of: calendar).map(\.href)
            var there: [String] = []
            for case .found(let text, _) in try await client.fetch(listing, in: calendar).values {
                there.append(String(decoding: text, as: UTF8.self))
            }
            return there.count == listing.count && there.sorted() == replica.texts.sorted()
        }
    }

    @Test("a calendar made anew at its address replaces the old one", arguments: RealServer.kinds)
    func madeAnew(kind: RealServer.Kind) async throws {
        let device = try await RealDevice(kind)
        try await device.client.remove(calendar: device.calendar)
        #expect(await device.sync().stop == .calendarGone(device.calendar))
        #expect(device.replica.names.count == 3)
        try await device.client.makeCalendar(device.calendar, CalendarProperties(name: "Work"))
        try await device.put("new", "n")
        #expect(await device.sync().stop == nil)
        // Two servers answer the old token with the new item alone: the rest is found within a day.
        if !kind.refusesTokens {
            device.clock.advance(86_400)
            await device.sync()
        }
        #expect(device.replica.names == ["new.ics"])
        #expect(try await device.agree())
    }

    @Test(
        "what is deleted and made again with its first version comes", arguments: RealServer.kinds)
    func madeAgain(kind: RealServer.Kind) async throws {
        let device = try await RealDevice(kind)
        kind.waitForItsClock()
        try await device.client.delete(device.calendar.appending("1.ics"), ifMatches: nil)
        try await device.put("1", "other")
        #expect(await device.sync().stop == nil)
        #expect(try await device.agree())
        #expect(device.replica["1.ics"]?.contains("SUMMARY:other") == true)
    }

    @Test(
        "what two clients write at the same time is all here after a day",
        arguments: RealServer.kinds)
    func twoWriters(kind: RealServer.Kind) async throws {
        let device = try await RealDevice(kind)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in ["a", "b"] {
                group.addTask {
                    // A line of its own: one exchange sends one request after the other.
                    let client = device.server.client()
                    for number in 0..<40 {
                        let uid = "\(writer)\(number % 30)"
                        let text = Array(event(uid, "v\(number)", RealServer.ends).utf8)
                        let href = device.calendar.appending(uid + ".ics")
                        // Xandikos and SOGo refuse one of two at the same time.
                        for _ in 0..<20 {
                            do {
                                _ = try await client.put(
                                    text, to: href, if: number < 30 ? .absent : .present)
                                break
                            } catch {
                                if (error as? DAVError)?.isPreconditionFailed == true { break }
                            }
                        }
                    }
                }
            }
            group.addTask { for _ in 0..<10 { await device.sync() } }
            try await group.waitForAll()
        }
        await device.sync()
        device.clock.advance(86_400)
        #expect(await device.sync().stop == nil)
        #expect(device.replica.names.count == 63)
        #expect(try await device.agree())
    }

    @Test(
        "a copy of a file with its UID is set apart, or stored where the server allows it",
        arguments: RealServer.kinds)
    func sameUID(kind: RealServer.Kind) async throws {
        let device = try await RealDevice(kind)
        device.replica["copy.ics"] = device.replica["1.ics"]
        let report = await device.sync()
        #expect(report.stop == nil)
        #expect(report.setApart == (kind.statusOfSameUID == nil ? 0 : 1))
        #expect(device.replica["copy.ics"] != nil && device.replica["1.ics"] != nil)
    }
}
