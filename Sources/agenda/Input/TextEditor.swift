import AgendaActions
import AgendaJSON
import CalendarFiles
import Glibc
import TerminalOutput

/// The user's own editor, named by `VISUAL` or `EDITOR`.
struct TextEditor {
    /// The file being edited, which only its owner can read.
    let path: String

    /// Creates the file.
    init(_ text: String) throws(CommandFailure) {
        let folder =
            Environment.variable("XDG_RUNTIME_DIR") ?? Environment.variable("TMPDIR") ?? "/tmp"
        var template = Array("\(folder)/agenda-XXXXXX.txt".utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else {
            throw .failure("\(folder): cannot create a file: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { close(descriptor) }
        if let reason = OutputBuffer.write(Array(text.utf8), to: descriptor) {
            throw .failure("\(path): \(reason)")
        }
    }

    /// Runs the editor; returns the file's text.
    func run() throws(CommandFailure) -> String {
        let named = Environment.variable("VISUAL") ?? Environment.variable("EDITOR")
        guard named != nil || Terminal.canAsk else {
            remove()
            throw .usage(
                "no terminal for an editor: say with options what to change, or set EDITOR")
        }
        let editor =
            named ?? (access("/usr/bin/editor", X_OK) == 0 ? "editor" : "vi")
        // As in git, the name may include arguments.
        let child = try? ChildProcess.start(["/bin/sh", "-c", editor + " \"$@\"", editor, path])
        guard let child else { throw .failure("\(editor): cannot be started: set EDITOR") }
        guard ChildProcess.wait(for: child) == 0 else {
            throw .failure("\(editor): failed; your text is in \(path)")
        }
        guard let bytes = try? InputFile.read(path) else {
            throw .failure("\(path): cannot be read after editing")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func replace(_ text: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    func remove() { unlink(path) }
}
