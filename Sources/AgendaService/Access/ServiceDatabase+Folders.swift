internal import CalendarFiles
internal import Foundation
internal import ICalendar

extension ServiceDatabase {
    /// The path of a folder for a new calendar. There is none yet: that of a calendar that was removed has what an undo brings back.
    static func newFolder(_ slug: String, in folder: String, at now: Instant) -> String {
        let isPlain =
            slug.utf8.count <= 100 && slug.first != "."
            && slug.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0)
            }
        let name = isPlain ? slug : NameDigest(slug).hex
        let names = [name] + (2...1_000).map { "\(name)-\($0)" }
        return names.map { folder + "/" + $0 }.first { !FileManager.default.fileExists(atPath: $0) }
            ?? folder + "/" + NameDigest("\(slug) \(now)").hex
    }
}
