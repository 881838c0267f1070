import Glibc

/// A way in which a program changes a calendar file.
struct WritingWay: Sendable {
    /// The program's name, and its way of writing.
    let name: String
    /// Whether the program itself writes, not a copy of its system calls.
    let isProgram: Bool
    /// Whether each run adds an event instead of changing the existing one.
    var appends = false
    /// Prepares what the first run needs besides the file.
    var prepare: @Sendable (Place) throws -> Void = { _ in }
    let write: @Sendable (Draft) throws -> Void

    /// Where to write.
    struct Place: Sendable {
        let scratch: Scratch
        /// The folder that is the source or contains it; it contains no other file.
        let folder: String
        let file: String
        /// A folder on the same file system that nobody watches.
        let beside: String
    }

    /// What to write.
    struct Draft: Sendable {
        let place: Place
        /// The whole file, or the text to append.
        let text: String
        /// The event's summary in the new text, and in the present file.
        let token: String
        let previousToken: String

        var file: String { place.file }

        /// A path in the file's folder.
        func sibling(_ name: String) -> String { place.folder + "/" + name }

        /// The file's name.
        var name: String { String(file.dropFirst(place.folder.count + 1)) }

        /// A file elsewhere with the text, for programs that copy.
        func draftFile() throws -> String {
            let path = place.beside + "/draft.ics"
            try SystemCalls.write(text, to: path)
            return path
        }

        func run(_ command: String...) throws { try Programs.run(command, place.scratch) }
    }
}
