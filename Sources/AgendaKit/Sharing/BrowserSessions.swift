internal import CalendarFiles
package import ICalendar
internal import Synchronization

/// The browsers that one-time links have let in, in a file beside the service's token that its owner alone can read.
///
/// A browser sends a cookie to every port of its host (RFC 6265 section 8.5), and any program of the machine may listen on
/// one. So the cookie's host is one that no other program knows, and the cookie alone opens nothing: a request also has a
/// secret of its page, which lies in the storage of the page's origin, and an origin has one port. The file has the digests
/// of both.
package final class BrowserSessions: Sendable {
    /// What a browser gets when it is let in, once.
    package struct Proof: Sendable {
        /// For the page's storage.
        package let secret: String
        /// For the browser's cookies; nil where none is to be set.
        package let cookie: String?
    }

    private struct Document: VersionedDocument {
        var version = 1
        /// The installation's own name.
        var host = "agenda-\(SecretToken.random().prefix(16)).localhost"
        /// SHA-256 of the token under which the sessions began: another one ends them.
        var token = ""
        var sessions: [BrowserSession] = []
    }

    private struct Known {
        var version: FileStamp
        var document: Document
    }

    private let file: SideFile<Document>
    private let known = Mutex<Known?>(nil)

    /// - Parameter tokenFile: the path of the token's file.
    package init(tokenFile: String) {
        file = SideFile(path: tokenFile + "-browsers", fault: .unreadableBrowsers, isPretty: true)
    }

    /// Ends the sessions of an earlier token.
    ///
    /// - Parameter token: the present one.
    /// - Returns: the name by which this installation alone is addressed, `agenda-….localhost`, with 64 random bits; it is
    ///   made the first time and stays.
    /// - Throws: what reading and writing the file throws.
    package func host(under token: String) throws(AgendaError) -> String {
        let token = Self.digest(token)
        if let present = try file.read(), present.token == token { return present.host }
        var host = ""
        try change { document in
            if document.token != token { document.sessions = [] }
            document.token = token
            host = document.host
        }
        return host
    }

    /// The sessions in the order in which they began; none if there is no file.
    ///
    /// - Throws: `unreadable`.
    package func all(at now: Instant) throws(AgendaError) -> [BrowserSession] {
        try present().sessions.filter { !$0.hasEnded(at: now) }
    }

    /// Lets a browser in.
    ///
    /// - Parameters:
    ///   - browser: what it says that it is.
    ///   - host: the name by which it addresses the service: the cookie is for the installation's own one alone.
    ///   - cookies: those that the browser has: its earlier session ends.
    ///   - isEncrypted: whether the browser came over TLS: a cookie is for any name then.
    ///   - mark: what the secret begins with.
    ///   - now: the present time.
    /// - Throws: what reading and writing the file throws.
    package func begin(
        browser: String, host: String, cookies: [String] = [], isEncrypted: Bool = false,
        mark: String = "", at now: Instant
    ) throws(AgendaError) -> Proof {
        let former = cookies.map(Self.digest)
        let secret = mark + SecretToken.random()
        var cookie: String?
        try change { document in
            cookie = host == document.host || isEncrypted ? SecretToken.random() : nil
            document.sessions.removeAll {
                $0.hasEnded(at: now) || ($0.cookie.map(former.contains) ?? false)
            }
            document.sessions.append(
                BrowserSession(
                    id: String(SecretToken.random().prefix(8)), browser: browser, host: host,
                    cookie: cookie.map(Self.digest), secret: Self.digest(secret),
                    began: now.secondsSinceEpoch, used: now.secondsSinceEpoch))
        }
        return Proof(secret: secret, cookie: cookie)
    }

    /// The session that a request proves; nil if it proves none.
    ///
    /// - Parameters:
    ///   - host: the name by which it addresses the service.
    ///   - secret: what it has of its page.
    ///   - cookies: all that it has under the cookie's name.
    ///   - now: the present time.
    /// - Throws: `unreadable`.
    package func session(
        host: String, secret: String, cookies: [String], at now: Instant
    ) throws(AgendaError) -> BrowserSession? {
        let digests = (secret: Self.digest(secret), cookies: cookies.map(Self.digest))
        let found = try all(at: now).first {
            $0.host == host && $0.isProved(by: digests.secret, cookies: digests.cookies)
        }
        if let found, abs(now.secondsSinceEpoch - found.used) >= 3_600 {
            // Nothing but a remark: a disk that takes none does not lock out.
            try? change { document in
                guard let place = document.sessions.firstIndex(where: { $0.id == found.id }) else {
                    return
                }
                document.sessions[place].used = now.secondsSinceEpoch
            }
        }
        return found
    }

    /// Whether a session has not been ended meanwhile.
    package func isOpen(_ session: BrowserSession, at now: Instant) -> Bool {
        (try? all(at: now))?.contains { $0.id == session.id } ?? false
    }

    /// Ends sessions: what their browsers ask from then on is refused.
    ///
    /// - Parameter id: of one; nil for all.
    /// - Returns: those that were ended.
    /// - Throws: what reading and writing the file throws.
    @discardableResult
    package func end(_ id: String?) throws(AgendaError) -> [BrowserSession] {
        var ended: [BrowserSession] = []
        // Where there is no file, none is made.
        guard try file.read() != nil else { return [] }
        try change { document in
            ended = document.sessions.filter { id == nil || $0.id == id }
            document.sessions.removeAll { id == nil || $0.id == id }
        }
        return ended
    }

    private func change(_ body: (inout Document) -> Void) throws(AgendaError) {
        try file.change(from: Document(), body)
    }

    /// Read again when the file has changed.
    private func present() throws(AgendaError) -> Document {
        guard let version = FileSystem.status(file.path).map(FileStamp.init) else {
            return Document()
        }
        if let known = known.withLock(\.self), known.version == version { return known.document }
        let document = try file.read() ?? Document()
        let noted = version.noted(whenReadAt: FileStamp.present())
        known.withLock { $0 = Known(version: noted, document: document) }
        return document
    }

    private static func digest(_ text: String) -> String {
        SHA256.digest(Array(text.utf8)).hex
    }
}
