import Glibc

/// The person's own editor, as `VISUAL` or `EDITOR` name it.
struct TextEditor {
    /// The file that is edited; its owner alone can read it.
    let path: String

    /// Writes a text into a new file.
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

    /// Lets the person edit the file; gives its text.
    func run() throws(CommandFailure) -> String {
        let editor =
            Environment.variable("VISUAL") ?? Environment.variable("EDITOR")
            ?? (access("/usr/bin/editor", X_OK) == 0 ? "editor" : "vi")
        // As git does: the name may have arguments of its own.
        let arguments = ["sh", "-c", editor + " \"$@\"", editor, path]
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var child = pid_t()
        guard posix_spawn(&child, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
            throw .failure("\(editor): cannot be started: set EDITOR")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else {
            throw .failure("\(editor): failed; your text is in \(path)")
        }
        guard let bytes = try? InputFile.read(path) else {
            throw .failure("\(path): cannot be read after editing")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes another text into the file.
    func replace(_ text: String) {
        guard let file = fopen(path, "w") else { return }
        fputs(text, file)
        fclose(file)
    }

    /// Removes the file, when what was typed is stored.
    func remove() { unlink(path) }
}
