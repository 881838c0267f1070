internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import Foundation
internal import ICalendar

extension UserDesk {
    /// What has become of a folder that a user has been given as a calendar.
    package struct Imported: Sendable, Hashable {
        /// The calendar's name.
        package var calendar: String
        /// How many of its files are in it.
        package var count: Int
        /// Files that are not, with why.
        package var refused: [String]
    }

    /// Gives a user the calendars of a folder, each of whose folders with .ics files is one: what ``export(_:to:)`` writes, what
    /// another program keeps as a vdir, or a person's own set-up. The files stay as they are, and so do their texts, byte for byte.
    ///
    /// - Returns: the new calendars.
    /// - Throws: where a calendar cannot be made; those before it are there.
    package func importCalendars(of user: ServedUser, from path: String) async throws -> [Imported]
    {
        let collections = try CalendarCollection.collections(in: path)
        guard !collections.isEmpty else {
            throw CommandFailure.failure(
                "\(path): no folder of .ics files is in it: give the folder that has them")
        }
        return try await inFolder(of: user) { folder, home in
            let (person, store) = try await opened(user, in: folder, home)
            var done: [Imported] = []
            for collection in collections {
                let known = try store.sources(counting: false).map(\.name)
                let name = Importer.unique(collection.name, " ", among: Set(known))
                let location = try ServiceDatabase(beside: folder + "/agenda.db").makeCalendar(
                    name, of: person)
                let (count, refused) = try Self.copy(collection.path, to: location, of: person)
                var source = CalendarSource(name: name, kind: .folder, location: location)
                (source.isWritable, source.color) = (true, collection.color)
                _ = try await store.importer(person).addSource(source)
                done.append(Imported(calendar: name, count: count, refused: refused))
            }
            return done
        }
    }

    private static func copy(
        _ path: String, to location: String, of person: Person
    ) throws -> (count: Int, refused: [String]) {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.lowercased().hasSuffix(".ics") && !$0.hasPrefix(".") }.sorted()
        var (count, refused): (Int, [String]) = (0, [])
        for name in names {
            guard
                let bytes = FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
            else {
                refused.append("\(name): it cannot be read")
                continue
            }
            let change = ResourceChange(name, if: .absent, to: bytes)
            do throws(BankError) {
                if let bank = person.kept?.bank(at: location) {
                    try bank.commit([change], key: .process)
                } else {
                    try FolderBank(location, mendsEachTime: false).commit([change])
                }
                count += 1
            } catch {
                switch error.reason {
                case .told(let words): refused.append("\(name): \(words)")
                default:
                    throw CommandFailure.failure(
                        "\(path)/\(name): \(String(describing: error.reason)): try again")
                }
            }
        }
        return (count, refused)
    }
}
