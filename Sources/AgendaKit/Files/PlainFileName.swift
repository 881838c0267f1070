internal import Glibc
internal import ICalendar

/// The names of calendar files without a suffix, as KDE's calendar folders have them: each event, to-do and changed instance
/// is a file of its own, called by its `UID` and, for an instance, its original start (kdepim-runtime, icaldir resource;
/// `Incidence::instanceIdentifier` of KCalendarCore). Only the content tells such a file from others.
enum PlainFileName {
    /// Whether a file of this name may be one. A short suffix of letters says what is in a file, unless it ends the host
    /// in a `UID`; copies that editors and other programs keep beside a calendar are not calendars.
    static func isPossible(_ name: String) -> Bool {
        guard !name.hasPrefix("."), !name.hasPrefix("#"), !name.hasSuffix("~"),
            !CalendarFileName.markers.contains(name), !CalendarFileName.isOfCalendar(name),
            !CalendarFileName.isOfContacts(name)
        else { return false }
        let lowercased = name.lowercased()
        if [".ics.", ".ical.", ".icalendar.", ".vcf."].contains(where: lowercased.contains) {
            return false
        }
        guard let dot = lowercased.lastIndex(of: ".") else { return true }
        let suffix = lowercased[lowercased.index(after: dot)...]
        if copies.contains(suffix) { return false }
        let isType =
            (1...5).contains(suffix.utf8.count) && suffix.utf8.allSatisfy { 0x61...0x7A ~= $0 }
        return !isType || name.contains("@")
    }

    private static let copies: Set<Substring> = [
        "bak", "new", "old", "orig", "part", "rej", "save", "swp", "temp", "tmp",
    ]

    /// Whether a file of a possible name begins as a calendar does; nil if it is empty or cannot be read.
    ///
    /// - Parameter folder: the descriptor of its folder.
    static func isCalendar(_ name: String, in folder: Int32) -> Bool? {
        let descriptor = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            return count > 0 ? begins(UnsafeBufferPointer(rebasing: buffer[..<count])) : nil
        }
    }

    /// Whether a file is a calendar without a suffix.
    static func isCalendar(_ name: String, in folder: String) -> Bool {
        guard isPossible(name) else { return false }
        let path = FileSystem.path(folder, name)
        return (try? FileContent.head(path: path, length: 64)).map(begins) ?? false
    }

    private static func begins(_ head: some Collection<UInt8>) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return head.dropFirst(head.starts(with: mark) ? 3 : 0).drop { $0 <= 0x20 }
            .prefix(15).elementsEqual("begin:vcalendar".utf8) { $0 | 0x20 == $1 | 0x20 }
    }

    /// Whether a folder has such files and no others, so that new ones are named alike.
    static func isUsed(in folder: String) -> Bool {
        let names = FileSystem.names(in: folder)
        return !names.contains(where: CalendarFileName.isOfCalendar)
            && names.contains { isCalendar($0, in: folder) }
    }

    /// The name for an event or to-do.
    static func of(_ uid: String) -> String {
        uid.isHarmlessFileName && isPossible(uid)
            ? uid : OccurrenceID(uid: uid, recurrenceID: nil).description
    }

    /// The name for an instance: that of its series with the original start as `Qt::ISODate` writes it.
    static func of(
        _ uid: String, instance: CalendarTime, in scope: TimeZoneScope
    ) -> String {
        let wall = instance.wallTime
        let clock = [wall.hour, wall.minute, wall.second].map(two).joined(separator: ":")
        return of(uid) + wall.date.iso + "T" + clock + zone(instance, in: scope)
    }

    private static func two(_ number: Int) -> String { "\(number / 10)\(number % 10)" }

    private static func zone(_ time: CalendarTime, in scope: TimeZoneScope) -> String {
        switch time {
        case .date, .floating: return ""
        case .utc: return "Z"
        case .zoned(let wall, let tzid):
            guard let rules = scope.rules(for: tzid) else { return "" }
            let minutes = rules.offset(at: rules.instant(of: wall)) / 60
            return (minutes < 0 ? "-" : "+") + two(abs(minutes) / 60) + ":" + two(abs(minutes) % 60)
        }
    }
}

extension String {
    /// Whether a `UID` can name a file as it is.
    var isHarmlessFileName: Bool {
        let isHarmless = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_.@".utf8.contains(byte)
            }
        }
        return isHarmless && (1...200).contains(utf8.count) && !hasPrefix(".")
    }
}
