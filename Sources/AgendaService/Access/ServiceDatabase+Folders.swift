internal import AgendaActions
internal import AgendaKit
internal import CalendarFiles
internal import Foundation
internal import ICalendar

extension ServiceDatabase {
    /// Makes a place for a new calendar of a person: where theirs are kept, else a folder beside the store.
    ///
    /// - Returns: its location.
    /// - Throws: what the file system says, or `BankError`.
    func makeCalendar(_ slug: String, of person: Person) throws -> String {
        let now = person.clock.now
        return try person.kept?.makeCalendar(slug, at: now)
            ?? Self.makeFolder(slug, in: folder("calendars"), at: now)
    }

    /// Makes a folder for a new calendar, for its owner alone. One that is there is left: that of a calendar that was removed
    /// has what an undo brings back.
    ///
    /// - Returns: its path.
    /// - Throws: what the file system says.
    private static func makeFolder(_ slug: String, in folder: String, at now: Instant) throws
        -> String
    {
        let isPlain =
            slug.utf8.count <= 100 && slug.first != "."
            && slug.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0)
            }
        let name = isPlain ? slug : NameDigest(slug).hex
        let names = [name] + (2...1_000).map { "\(name)-\($0)" }
        let path =
            names.map { folder + "/" + $0 }.first { !FileManager.default.fileExists(atPath: $0) }
            ?? folder + "/" + NameDigest("\(slug) \(now)").hex
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        return path
    }
}
