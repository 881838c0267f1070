package import AgendaBank
internal import AgendaKit
package import AgendaService
internal import AgendaSync
internal import CalendarFiles
internal import CalendarMerge
internal import Foundation
internal import ICalendar

/// The folder of a user on this node: what it shows is in the bank, and all of it can be thrown away at any time.
///
/// Calendars are in the bank alone (``BankCalendars``). All other files, small and few, are documents of the bank: a file that has
/// changed is kept there before anybody is told that something is done, and only if nobody else has changed it meanwhile. The store
/// (`agenda.db`) is no document: it is made of the others.
actor BankFolder: UserHome {
    nonisolated let calendars: any KeptCalendars
    private nonisolated let kept: BankCalendars
    private nonisolated let bank: PostgresBank
    private nonisolated let user: Int64
    private nonisolated let files: DocumentFiles
    /// The state that the store shows; nil before the first look.
    private var shown: BankToken?
    /// Whether the calendars know what the store shows.
    private var isSettled = false
    /// Whether what is open shows something else than there is, for good: it notes nothing any more of what the folder shows.
    private var isReplaced = false
    /// The documents as they are in the bank, by their names.
    private var documents: [String: Document] = [:]
    /// Which folder and store these are: what somebody else has put in their place is not the user's.
    private var identity = DocumentFiles.Identity()
    /// One after the other.
    private var last: Task<UserHomeFault?, Never>?

    private struct Document {
        var kept: DocumentFiles.Kept
        /// The file's; nil where it has to be looked at.
        var stamp: DocumentFiles.Stamp?
    }

    init(_ bank: PostgresBank, user: Int64, folder: String) {
        (self.bank, self.user) = (bank, user)
        kept = BankCalendars(bank, user: user)
        calendars = kept
        files = DocumentFiles(folder: folder)
    }

    // MARK: UserHome

    func files() async throws(UserHomeFault) -> Set<String> {
        try await ask { bank, user throws(PostgresFault) in try await bank.documents(of: user) }
    }

    func prepare() async throws(UserHomeFault) {
        try await alone { this throws(UserHomeFault) in try await this.begin() }
    }

    func catchUp(_ importer: Importer) async throws(UserHomeFault) {
        try requireSame()
        let present = try await ask { bank, user throws(PostgresFault) in
            try await bank.state(of: user)
        }
        if present == shown, isSettled, !kept.hasDoubt { return }
        try await alone { this throws(UserHomeFault) in
            try await this.follow(present, importer)
            try await this.readAgain(importer)
        }
    }

    func publish() async throws(UserHomeFault) {
        guard try !changed().isEmpty else { return }
        try requireSame()
        try await alone { this throws(UserHomeFault) in try await this.keep() }
    }

    // MARK: The folder

    /// Refuses a folder that was thrown away while it was shown: what is missing in it was not removed by the user.
    private func requireSame() throws(UserHomeFault) {
        if isReplaced { throw .replaced }
        let present = files.identity()
        if identity.store == nil { identity.store = present.store }
        guard present == identity else {
            discard()
            throw .replaced
        }
    }

    func discard() {
        isReplaced = true
        files.forget()
    }

    /// Brings the files to the bank's state. A store of an earlier process stays if it is known what it shows.
    private func begin() async throws(UserHomeFault) {
        if let known = files.mark(), let news = try await news(since: known.token) {
            for (name, kept) in known.documents {
                let stamp = files.stamp(name)
                let content = Result { try files.content(name) }
                guard case .success(let found) = content,
                    DocumentFiles.digest(found) == kept.digest
                else { continue }
                documents[name] = Document(kept: kept, stamp: stamp)
            }
            // What another process has not kept any more was not acknowledged.
            if known.documents.count == documents.count,
                (try? files.hasOthers(than: documents.keys)) == false
            {
                shown = known.token
                identity = files.identity()
                try take(news.documents)
                return
            }
        }
        files.clear()
        (documents, shown) = ([:], nil)
        identity = files.identity()
        guard let all = try await news(since: nil) else {
            throw .away("the bank does not know the user")
        }
        try take(all.documents)
        first = all
    }

    /// What the bank has told and the store has not yet.
    private var first: BankNews?

    private func follow(_ present: BankToken, _ importer: Importer) async throws(UserHomeFault) {
        // Another request has been faster.
        if isSettled, let shown, shown.generation == present.generation,
            shown.modseq > present.modseq || shown == present
        {
            return
        }
        var news = first
        first = nil
        let since = shown
        if news == nil { news = try await self.news(since: since) }
        // A state that the bank has never been in: a backup was put back.
        guard let news else {
            discard()
            throw .replaced
        }
        try take(news.documents)
        kept.begin(news, isAll: since == nil)
        defer { kept.end() }
        do {
            if since == nil {
                _ = try await importer.refresh()
            } else {
                var names: [String: [String]] = [:]
                for resource in news.resources {
                    names[BankCalendars.location(resource.calendar), default: []].append(
                        resource.href)
                }
                if !names.isEmpty { try await importer.refresh(kept: names) }
                // Feeds, and what accounts have.
                let folder = absolute(files.folder) + "/"
                let paths = news.documents.map(\.name).filter { $0.contains("/") }.map {
                    folder + $0
                }
                if !paths.isEmpty { try await importer.refresh(files: paths) }
            }
        } catch {
            throw .away("\(error)")
        }
        let home = try await ask { bank, user throws(PostgresFault) in
            try await bank.home(of: user)
        }
        kept.show(news.token, home)
        (shown, isSettled) = (news.token, true)
        writeMark()
    }

    /// Says in the folder what it shows.
    private func writeMark() {
        guard let shown else { return }
        files.write(
            mark: DocumentFiles.Mark(token: shown, documents: documents.mapValues(\.kept)))
    }

    /// Reads all calendars once more after the bank did not answer.
    private func readAgain(_ importer: Importer) async throws(UserHomeFault) {
        guard kept.takeDoubt() else { return }
        do { _ = try await importer.refresh() } catch { throw .away("\(error)") }
        if kept.hasDoubt { throw .away("the bank does not answer") }
    }

    /// Writes the files that others have changed.
    private func take(_ news: [BankNews.Document]) throws(UserHomeFault) {
        for document in news where documents[document.name]?.kept.modseq != document.modseq {
            var digest = DocumentFiles.digest(document.body)
            let isSame = documents[document.name]?.kept.digest == digest
            if !isSame {
                // The store has to be made anew where its list of calendars is another one.
                // Whatever ends this process from here on, the next one finds no mark.
                if shown != nil, DocumentFiles.isOfStore(document.name) { discard() }
                do {
                    digest = DocumentFiles.digest(try files.write(document.body, document.name))
                } catch {
                    if error as? DocumentFiles.Fault == .damaged { discard() }
                    throw .away("\(document.name): \(error)")
                }
            }
            documents[document.name] = Document(
                kept: DocumentFiles.Kept(modseq: document.modseq, digest: digest),
                stamp: files.stamp(document.name))
        }
        if isReplaced { throw .replaced }
    }

    /// The documents whose files may have changed since they were kept.
    private func changed() throws(UserHomeFault) -> [String] {
        let names: [String]
        do { names = try files.names() } catch {
            try requireSame()
            throw .away("\(files.folder): \(error)")
        }
        let gone = documents.filter { $0.value.kept.digest != nil }.keys.filter {
            !names.contains($0)
        }
        return names.filter { name in
            documents[name].map { $0.stamp == nil || $0.stamp != files.stamp(name) } ?? true
        } + gone
    }

    private func keep() async throws(UserHomeFault) {
        var isKept = false
        var changed = try changed()
        if changed.contains(where: { files.stamp($0) == nil }) {
            // Somebody may be throwing all of it away just now.
            await OwnThread.sleep(milliseconds: 200)
            changed = try self.changed()
        }
        for name in changed.sorted() {
            let stamp = files.stamp(name)
            let content: [UInt8]?
            do throws(DocumentFiles.Fault) { content = try files.content(name) } catch {
                // All that was acknowledged is in the bank: the folder is made of it again.
                if error == .damaged { discard() }
                throw .away("\(name): \(error)")
            }
            try requireSame()
            let known = documents[name]?.kept
            // This program changes databases, and never puts another one in a place or removes one.
            if DocumentFiles.isDatabase(name), known?.digest != nil,
                documents[name]?.stamp?.file.inode != stamp?.file.inode
            {
                discard()
                throw .away("\(name): another file than this node has written")
            }
            let digest = DocumentFiles.digest(content)
            if let known, known.digest == digest {
                documents[name]?.stamp = stamp
                continue
            }
            let modseq = known?.modseq ?? 0
            do throws(UserHomeFault) {
                let write = try await ask { bank, user throws(PostgresFault) in
                    try await bank.keep(
                        content, as: name, of: user, if: modseq, under: DutyLease.bankDuty)
                }
                documents[name] = Document(
                    kept: DocumentFiles.Kept(modseq: write.modseq, digest: digest), stamp: stamp)
                isKept = true
            } catch {
                // What is in the file now was never acknowledged.
                if error == .replaced { discard() } else { files.forget() }
                throw error
            }
        }
        if isKept { writeMark() }
    }

    // MARK: Turns

    private func alone(
        _ body: @escaping @Sendable (isolated BankFolder) async throws(UserHomeFault) -> Void
    ) async throws(UserHomeFault) {
        let before = last
        let task = Task(executorPreference: BlockingThreads.shared) { () -> UserHomeFault? in
            _ = await before?.value
            do throws(UserHomeFault) {
                try await body(self)
                return nil
            } catch { return error }
        }
        last = task
        if let fault = await task.value { throw fault }
    }

    // MARK: The bank

    private func news(since token: BankToken?) async throws(UserHomeFault) -> BankNews? {
        try await ask { bank, user throws(PostgresFault) in
            try await bank.news(of: user, since: token)
        }
    }

    private func ask<T: Sendable>(
        _ body: @Sendable (PostgresBank, Int64) async throws(PostgresFault) -> T
    ) async throws(UserHomeFault) -> T {
        do throws(PostgresFault) { return try await body(bank, user) } catch {
            switch error.reason {
            case .changed, .otherOperation, .superseded: throw .replaced
            default: throw .away(error.message)
            }
        }
    }
}
