internal import CalendarFiles
internal import Glibc
internal import ICalendar

/// The folder of a calendar as vdir describes it: `displayname` and `color` beside the calendar files. khal, vdirsyncer and
/// todoman read both.
package enum CalendarFolder {
    /// A segment for an account or a calendar: the name's letters and digits, of any script, `-`, `_`, `@` and inner dots; all
    /// else becomes a hyphen. Never empty, hidden or longer than 64 bytes.
    package static func segment(for name: String, isTaken: (String) -> Bool) -> String {
        var segment = ""
        for character in name {
            let isKept =
                character.isLetter || character.isWholeNumber || "-_@.".contains(character)
            let next = isKept ? String(character) : "-"
            guard segment.utf8.count + next.utf8.count <= 64 else { break }
            segment += next
        }
        let trimmed = segment.drop { $0 == "." || $0 == "-" }
        let base = trimmed.isEmpty ? "calendar" : String(trimmed)
        if !isTaken(base) { return base }
        return (2...).lazy.map { "\(base)-\($0)" }.first { !isTaken($0) } ?? base
    }

    /// Makes the folder and those above it, for its owner only; an existing one stays as it is.
    static func make(_ path: String) throws(ReplicaError) {
        // Relative to what the process happens to stand in, the files would come to lie where nobody looks for them.
        guard path.hasPrefix("/") else {
            throw ReplicaError(.notWritable("its path is not absolute"), path: path)
        }
        var folder = ""
        for part in path.split(separator: "/") {
            folder += "/" + part
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
                throw ReplicaError(writing: SystemFailure(errno), path: folder)
            }
        }
    }

    /// Makes the folder if it is missing, and writes name and colour where they are others now.
    ///
    /// - Parameters:
    ///   - name: nil leaves what is there.
    ///   - color: As a server says it, `#RRGGBB` or Apple's `#RRGGBBAA`; nil or another form leaves what is there.
    ///   - old: What was written last: what is otherwise now, somebody has changed, and it stays. Nil overwrites it.
    static func describe(
        _ path: String, name: String?, color: String?,
        after old: (name: String, color: String?)? = nil
    ) throws(ReplicaError) {
        try make(path)
        do throws(SystemFailure) {
            let folder = try OpenFolder(path)
            if let name, !name.isEmpty {
                try set("displayname", to: name, in: folder, after: old?.name)
            }
            if let color = color.flatMap(Self.color) {
                try set("color", to: color, in: folder, after: old?.color.flatMap(Self.color))
            }
        } catch {
            throw ReplicaError(writing: error, path: path)
        }
    }

    /// `#RRGGBB`, the only form that vdir knows; nil for none.
    static func color(_ text: String) -> String? {
        let digits = text.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }.dropFirst()
        guard text.contains("#"), digits.utf8.count == 6 || digits.utf8.count == 8,
            digits.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        return "#" + digits.prefix(6).uppercased()
    }

    private static func set(
        _ file: String, to text: String, in folder: OpenFolder, after old: String?
    ) throws(SystemFailure) {
        let bytes = Array(text.utf8)
        if let found = try? folder.read(file, key: .process) {
            // Programs for vdir end the line, or do not.
            let line = found.bytes.split(separator: UInt8(ascii: "\n")).first.map(Array.init) ?? []
            if found.bytes == bytes || old.map({ line != Array($0.utf8) }) ?? false { return }
        }
        // A name that the mending of an interrupted page removes.
        let hidden = PageNames.storedPrefix + file
        try folder.remove(hidden)
        try folder.write(bytes, to: hidden, waits: true)
        try folder.replace(file, by: hidden)
    }
}
