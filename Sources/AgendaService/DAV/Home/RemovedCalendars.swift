internal import AgendaKit
internal import AgendaSync
internal import Foundation
internal import GRDB
internal import ICalendar

/// The calendars that were made here and removed: what is in them is kept for 30 days, so that `agenda undo` brings the calendar
/// back with all that it held.
///
/// A folder, or what is kept elsewhere (``KeptCalendars``), stays where it is meanwhile. Nothing has to be brought in step with the store, whenever a process ends.
struct RemovedCalendars: Sendable {
    let store: EventStore
    let service: ServiceDatabase
    /// Where calendars are kept that are no folders; nil where all are folders.
    var kept: (any KeptCalendars)?

    /// Since when no source names a folder, which the history forgets after a thousand changes.
    static let room = SchemaRoom(
        name: "removed",
        steps: [
            """
            CREATE TABLE removed (
                folder TEXT NOT NULL PRIMARY KEY,
                time INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
        ])

    static let days = 30
    /// What a folder is called that goes.
    private static let going = ".going-"

    /// Removes the folders of calendars that were removed 30 days ago or earlier, and notes those that were removed later.
    ///
    /// What no source has ever named stays: somebody else has put it there.
    ///
    /// - Throws: what reading the store or `service.db` throws, and what the file system or the bank says.
    func sweep(at now: Instant) throws {
        if let kept { try sweep(kept, at: now) }
        let parent = service.folder("calendars")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        guard !names.isEmpty else { return }
        for name in names where name.hasPrefix(Self.going) {
            try finish(name.dropFirst(Self.going.count), in: parent)
        }
        let used = try locations()
        let folders = names.filter { name in
            !name.hasPrefix(".") && !used.contains("\(parent)/\(name)")
                && Self.isFolder("\(parent)/\(name)")
        }
        let removals = folders.isEmpty ? [:] : try self.removals()
        let rooms = try service.made(Self.room)
        let known = try rooms.write { database in
            for name in folders {
                guard let time = removals["\(parent)/\(name)"] else { continue }
                // One that was removed, brought back and removed again counts anew.
                try database.execute(
                    sql: "INSERT OR REPLACE INTO removed VALUES (?, ?)",
                    arguments: [name, time.secondsSinceEpoch])
            }
            let rows = try Row.fetchAll(database, sql: "SELECT folder, time FROM removed")
            return Dictionary(rows.map { ($0[0] as String, $0[1] as Int) }) { first, _ in first }
        }
        for (name, time) in known.sorted(by: { $0.key < $1.key }) {
            if folders.contains(name) {
                guard now.secondsSinceEpoch - time >= Self.days * 86_400 else { continue }
                try FileManager.default.moveItem(
                    atPath: "\(parent)/\(name)", toPath: "\(parent)/\(Self.going)\(name)")
                try finish(name[...], in: parent)
            }
            try rooms.write { database in
                try database.execute(sql: "DELETE FROM removed WHERE folder = ?", arguments: [name])
            }
        }
    }

    /// The same where calendars are no folders. One that is gone already is none to be removed.
    private func sweep(_ kept: any KeptCalendars, at now: Instant) throws {
        let used = try locations()
        for (place, time) in try removals()
        where place.hasPrefix(KeptLocation.scheme) && !used.contains(place)
            && now.secondsSinceEpoch - time.secondsSinceEpoch >= Self.days * 86_400
        {
            try kept.removeCalendar(at: place)
        }
    }

    /// Removes a folder that goes, unless somebody has brought its calendar back in this moment.
    private func finish(_ name: Substring, in parent: String) throws {
        let (place, going) = ("\(parent)/\(name)", "\(parent)/\(Self.going)\(name)")
        if try locations().contains(place) {
            try FileManager.default.moveItem(atPath: going, toPath: place)
        } else {
            try FileManager.default.removeItem(atPath: going)
        }
    }

    private func locations() throws -> Set<String> {
        Set(try store.sources(counting: false).compactMap(\.location))
    }

    /// When sources were removed that stood somewhere, by where: of each place the last change counts.
    private func removals() throws -> [String: Instant] {
        var seen: Set<String> = []
        var removals: [String: Instant] = [:]
        for change in try store.history() {
            for place in Set([change.source?.before?.location, change.source?.after?.location])
                .compactMap(\.self) where seen.insert(place).inserted
            {
                if change.source?.after?.location != place { removals[place] = change.instant }
            }
        }
        return removals
    }

    /// Whether it is a folder itself, not a link to one.
    private static func isFolder(_ path: String) -> Bool {
        let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type]
        return kind as? FileAttributeType == .typeDirectory
    }
}
