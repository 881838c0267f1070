import CalendarMerge
import FoundationEssentials
import ICalendar
import Synchronization

@testable import AgendaSync

/// A clock that the tests turn.
final class TestClock: Sendable {
    private let time = Mutex(Instant(secondsSinceEpoch: 1_795_341_600))

    var now: Instant { time.withLock { $0 } }
    func advance(_ seconds: Int) { time.withLock { $0 = $0 + seconds } }
}

/// A replica that synchronises with a server.
struct Device: Sendable {
    var replica = MemoryReplica()
    var server: MemoryServer
    var clock = TestClock()
    var policy = ConflictPolicy.server

    static let collection = Href(normal: MemoryServer.path)

    /// Synchronises once, as a process of its own does.
    @discardableResult func sync(
        through exchange: (any HTTPExchange)? = nil, options: CollectionSync.Options = .init()
    ) async -> SyncReport {
        let client = CalDAVClient(
            base: MemoryServer.base, http: HTTPClient(now: { clock.now }),
            exchange: exchange ?? server, credentials: nil)
        let sync = CollectionSync(
            client: client, collection: Self.collection, replica: replica,
            merging: ThreeWayMerge(zones: SystemZones.database, policy: policy), options: options,
            now: { clock.now })
        return await sync.run()
    }

    var decisions: SyncDecisions {
        SyncDecisions(
            replica: replica, merging: ThreeWayMerge(zones: SystemZones.database),
            now: { clock.now })
    }

    /// Synchronises until the fuse blows.
    @discardableResult func sync(
        fuse: Fuse, fault: @escaping @Sendable (Int, HTTPRequest) -> Fault? = { _, _ in nil }
    ) async -> SyncReport {
        replica.with { $0.fuse = fuse }
        let report = await sync(through: FaultyExchange(server, fuse: fuse, fault: fault))
        replica.with { $0.fuse = Fuse() }
        return report
    }
}

/// A text of one event, in the form in which tests write and compare.
func event(_ uid: String, _ summary: String, _ more: [String] = []) -> String {
    ([
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", "BEGIN:VEVENT", "UID:\(uid)",
        "DTSTAMP:20261122T100000Z", "DTSTART:20261201T090000Z", "SUMMARY:\(summary)",
    ]
        + more + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
}
