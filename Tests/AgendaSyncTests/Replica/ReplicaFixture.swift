import CalendarFiles
import ICalendar
import Synchronization

@testable import AgendaSync

/// A folder replica in a temporary folder, and a clock that tests set.
final class ReplicaFixture: Sendable {
    let folder = TemporaryFolder()
    let clock = Mutex(Instant(secondsSinceEpoch: 1_795_341_600))
    var calendar: Folder { Folder(path: folder.path + "/work") }

    /// Opens the replica anew, as another run of the program does.
    func replica(
        atStep: @escaping @Sendable (Page.Step) -> Void = { _ in }
    ) throws -> FolderReplica {
        try FolderReplica(
            database: RoomDatabase.open(path: folder.path + "/state/sync.db"), key: "1",
            path: calendar.path, now: { [self] in clock.withLock { $0 } }, atStep: atStep)
    }

    /// Places texts as a pull of them does, each agreed with the server.
    func pull(_ texts: [String: String], into replica: FolderReplica) throws {
        let state = try replica.state()
        let outcomes = try replica.commit(
            texts.sorted { $0.key < $1.key }.map { name, text in
                Placement(
                    .put(bytes(text)), name, expected: try replica.read(name)?.version,
                    changes: [.setBase(base(name, text, state), text: bytes(text))])
            }, [])
        guard outcomes.allSatisfy({ $0 == .done }) else { throw Unexpected(outcomes: outcomes) }
    }

    struct Unexpected: Error { var outcomes: [PlacementOutcome] }

    func base(_ name: String, _ text: String, _ state: SyncState) -> Base {
        Base(href: href(name), name: name, etag: ETag("\"1\""), digest: state.digest(bytes(text)))
    }
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func href(_ name: String) -> Href {
    Href(normal: "/alice/work/").appending(name)
}

/// An event as a resource, for tests of replicas.
func lunch(_ uid: String, _ summary: String = "Lunch") -> String {
    """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    UID:\(uid)\r
    DTSTART:20261122T120000Z\r
    SUMMARY:\(summary)\r
    END:VEVENT\r
    END:VCALENDAR\r

    """
}
