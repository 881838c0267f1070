import Glibc

/// A way in which a program changes a calendar file.
struct WritingWay: Sendable {
    /// The program's name, and how it was told to write.
    let name: String
    /// Whether the program itself does it, or its system calls are made as it makes them.
    let isProgram: Bool
    /// Whether each run adds an event instead of changing the one that is there.
    var appends = false
    /// What has to be there before the first run, beside the file.
    var prepare: @Sendable (Place) throws -> Void = { _ in }
    let write: @Sendable (Draft) throws -> Void

    /// Where it writes.
    struct Place: Sendable {
        let scratch: Scratch
        /// The folder that is, or lies in, the source; the file is alone in it.
        let folder: String
        let file: String
        /// A folder on the same file system that nobody watches.
        let beside: String
    }

    /// What it writes.
    struct Draft: Sendable {
        let place: Place
        /// The whole file; for one that appends, what is appended.
        let text: String
        /// The event's summary in it, and in what the file holds now.
        let token: String
        let previousToken: String

        var file: String { place.file }

        /// A name in the file's folder.
        func sibling(_ name: String) -> String { place.folder + "/" + name }

        /// The file's name.
        var name: String { String(file.dropFirst(place.folder.count + 1)) }

        /// The text in a file elsewhere, for programs that copy.
        func draftFile() throws -> String {
            let path = place.beside + "/draft.ics"
            try SystemCalls.write(text, to: path)
            return path
        }

        func run(_ command: String...) throws { try Programs.run(command, place.scratch) }
    }
}
