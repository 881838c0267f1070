import AgendaActions
import AgendaKit
import Glibc

/// The service's token, in a file that only its owner can read.
struct TokenFile {
    let path: String

    /// Reads the token; makes a new one where there is no file.
    func token() throws -> String {
        var state = stat()
        guard stat(path, &state) == 0 else { return try make() }
        guard state.st_mode & 0o077 == 0 else {
            throw CommandFailure.failure("\(path): others can read the token: chmod 600 \(path)")
        }
        guard let file = fopen(path, "r") else { throw failure() }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 512)
        guard fgets(&line, Int32(line.count), file) != nil else { return try make() }
        let text = String(
            decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let token = text.filter { !$0.isWhitespace }
        guard token.utf8.count >= 32 else {
            throw CommandFailure.failure(
                "\(path): the token is shorter than 32 characters: remove the file to get a new one"
            )
        }
        return token
    }

    private func make() throws -> String {
        let token = SecretToken.random()
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        let line = token + "\n"
        guard write(descriptor, line, line.utf8.count) == line.utf8.count else { throw failure() }
        return token
    }

    private func failure() -> CommandFailure {
        CommandFailure.failure(
            "\(path): \(String(cString: strerror(errno))): give another --token-file")
    }
}
