internal import CalendarMerge
internal import FoundationEssentials

extension AccountSetup {
    /// A calendar whose folder was vdirsyncer's, and is a replica now.
    package struct AdoptedCalendar: Hashable, Sendable {
        /// The registered calendar.
        package var calendar: AccountCalendar
        /// How many resources are as vdirsyncer last left them: nothing of them is downloaded or sent.
        package var agreed = 0
        /// Names of resources that were changed or deleted here since vdirsyncer's last run.
        package var changed: [String] { rest.map(\.name) }
        /// What vdirsyncer noted about these.
        var rest: [VdirsyncerStatus.Item] = []
    }

    /// What an adoption made.
    package struct Adoption: Hashable, Sendable {
        /// The stored account.
        package var account: Account
        /// Its calendars.
        package var calendars: [AdoptedCalendar] = []
        /// Calendars of which it is unknown where they are on the server, or that are on another server.
        package var left: [VdirsyncerPlan.Calendar] = []
    }

    /// Takes an account over from vdirsyncer with its folders. Nothing in a folder is changed or moved.
    ///
    /// Asks no server, and leaves nothing of the account behind if one of its folders fails. vdirsyncer must no longer run: it would take what we write for changes of a person.
    ///
    /// - Parameters:
    ///   - planned: An account of the plan.
    ///   - user: The name to log in with, from ``VdirsyncerPlan/Remote/userName()``.
    ///   - password: Where the password comes from now.
    package func adopt(
        _ planned: VdirsyncerPlan.PlannedAccount, of plan: VdirsyncerPlan, user: String,
        password: PasswordSource?
    ) throws(AccountError) -> Adoption {
        if let folder = planned.missingFolders.first { throw AccountError(.noFolder(folder)) }
        let noted = planned.calendars.lazy.compactMap(\.url).first
        var account = try newAccount(
            name: planned.name, address: planned.remote.url.absoluteString,
            url: noted ?? planned.remote.url, user: user)
        account.password = password
        account.authorities = planned.remote.authorities
        account.certificate = planned.remote.certificate
        account.policy = planned.calendars.first?.policy ?? .ask
        var adoption = Adoption(account: account)
        var (calendars, sources): ([AccountCalendar], [VdirsyncerPlan.Calendar]) = ([], [])
        for calendar in planned.calendars {
            let text = calendar.url?.absoluteString
            guard let href = text.flatMap({ Href($0, relativeTo: account.url) }),
                !calendars.contains(where: { $0.href == href.asCollection })
            else {
                adoption.left.append(calendar)
                continue
            }
            var adopted = AccountCalendar(
                id: 0, account: account.id, href: href.asCollection, folder: calendar.folder,
                name: Self.line("displayname", of: calendar) ?? calendar.collection)
            adopted.color = Self.line("color", of: calendar)
            adopted.wantsReadOnly = calendar.isReadOnly
            if calendar.policy != account.policy { adopted.policy = calendar.policy }
            // Until all that is agreed is noted: else what is there would be compared with the server, one by one.
            adopted.isEnabled = false
            calendars.append(adopted)
            sources.append(calendar)
        }
        let stored = try store.add(account, calendars)
        do throws(AccountError) {
            for (calendar, source) in zip(stored, sources) {
                let items = plan.status.items(
                    pair: source.pair, collection: source.statusName, folderIsA: source.folderIsA)
                adoption.calendars.append(try take(calendar, items, account.url))
            }
        } catch {
            try? remove(account, keepsFiles: true)
            throw error
        }
        return adoption
    }

    /// Notes what was agreed about a stored calendar, and enables it.
    private func take(
        _ stored: AccountCalendar, _ items: [VdirsyncerStatus.Item], _ url: URL
    ) throws(AccountError) -> AdoptedCalendar {
        var adopted = AdoptedCalendar(calendar: stored)
        do throws(ReplicaError) {
            (adopted.agreed, adopted.rest) = try agree(items, stored, url)
        } catch {
            throw AccountError(.replica(error))
        }
        adopted.calendar.isEnabled = true
        try store.update(adopted.calendar)
        return adopted
    }

    /// Notes what vdirsyncer agreed about resources that were changed or deleted here since, where the server still has that:
    /// then the next synchronisation sends the change. What the server changed, too, is merged without a common version.
    ///
    /// - Returns: How many were noted.
    package func settle(
        _ adopted: AdoptedCalendar, through client: CalDAVClient
    ) async throws(AccountError) -> Int {
        var count = 0
        let lease = try lease(adopted.calendar)
        defer { withExtendedLifetime(lease) {} }
        for page in Self.pages(adopted.rest) {
            let hrefs = page.compactMap { client.href($0.href) }
            let results: [Href: FetchResult]
            do throws(DAVError) {
                results = try await client.fetch(hrefs, in: adopted.calendar.href)
            } catch {
                throw AccountError(.server(error))
            }
            do throws(ReplicaError) {
                let replica = try replica(of: adopted.calendar)
                let state = try replica.state()
                var (placements, changes): ([Placement], [StateChange]) = ([], [])
                for item in page {
                    guard let href = client.href(item.href), state.bases[href] == nil,
                        case .found(let text, let etag?)? = results[href],
                        item.etag.map({ ETag($0).matches(etag) }) == true
                    else { continue }
                    let base = StateChange.setBase(
                        Base(href: href, name: item.name, etag: etag, digest: state.digest(text)),
                        text: text)
                    guard let file = try replica.read(item.name) else {
                        changes.append(base)
                        continue
                    }
                    // As it is: so the replica knows its folder.
                    placements.append(
                        Placement(
                            .put(file.bytes), item.name, expected: file.version, changes: [base]))
                }
                // A replica that knows no file would take its folder for another one that lacks them.
                if placements.isEmpty, state.bases.isEmpty { continue }
                count +=
                    try replica.commit(placements, changes).count { $0 == .done } + changes.count
            } catch {
                throw AccountError(.replica(error))
            }
        }
        return count
    }

    /// Notes as agreed the files that are as vdirsyncer left them.
    ///
    /// - Returns: How many, and the items whose files are others now, or gone.
    private func agree(
        _ items: [VdirsyncerStatus.Item], _ calendar: AccountCalendar, _ url: URL
    ) throws(ReplicaError) -> (Int, [VdirsyncerStatus.Item]) {
        let replica = try replica(of: calendar)
        let state = try replica.state()
        var (agreed, rest): (Int, [VdirsyncerStatus.Item]) = (0, [])
        for page in Self.pages(items) {
            var placements: [Placement] = []
            var placed: [VdirsyncerStatus.Item] = []
            for item in page where ResourceName.isValid(item.name) {
                guard let href = Href(item.href, relativeTo: url), href.isChild(of: calendar.href)
                else { continue }
                let path = calendar.folder + "/" + item.name
                // Before and after: what was read is what vdirsyncer left.
                guard VdirsyncerStatus.isFile(path, item.file),
                    let text = try replica.read(item.name),
                    VdirsyncerStatus.isFile(path, item.file)
                else {
                    rest.append(item)
                    continue
                }
                let base = Base(
                    href: href, name: item.name, etag: item.etag.map { ETag($0) },
                    digest: state.digest(text.bytes))
                placements.append(
                    Placement(
                        .put(text.bytes), item.name, expected: text.version,
                        changes: [.setBase(base, text: text.bytes)]))
                placed.append(item)
            }
            guard !placements.isEmpty else { continue }
            for (outcome, item) in zip(try replica.commit(placements, []), placed) {
                if outcome == .done { agreed += 1 } else { rest.append(item) }
            }
        }
        return (agreed, rest)
    }

    private static func pages(_ items: [VdirsyncerStatus.Item]) -> [ArraySlice<
        VdirsyncerStatus.Item
    >] {
        stride(from: 0, to: items.count, by: 200).map { items[$0..<min($0 + 200, items.count)] }
    }

    /// What a file of vdir says of a calendar (vdirsyncer's manual, "The Vdir Storage Format").
    private static func line(_ file: String, of calendar: VdirsyncerPlan.Calendar) -> String? {
        guard let bytes = VdirsyncerStatus.read("\(calendar.folder)/\(file)") else { return nil }
        let text = String(decoding: bytes.prefix(1_000), as: UTF8.self)
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init)
        return line?.isEmpty == false ? line : nil
    }
}

extension VdirsyncerPlan.Remote {
    /// The name to log in with.
    package func userName() async throws(CredentialsError) -> String {
        guard let userSource else { return user }
        return try await userSource.read().text
    }
}
