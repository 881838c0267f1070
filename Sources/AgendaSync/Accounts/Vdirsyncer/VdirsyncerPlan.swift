package import CalendarMerge
package import FoundationEssentials

/// What becomes of a configuration of vdirsyncer here. Reads files and asks no server.
package struct VdirsyncerPlan: Sendable {
    /// A server and who asks it.
    package struct Remote: Hashable, Sendable {
        /// Its address as configured.
        package var url: URL
        /// The name to log in with; empty for none.
        package var user = ""
        /// Where the name comes from, instead.
        package var userSource: PasswordSource?
        /// Where the password comes from.
        package var password: PasswordSource?
        /// The password that stands in the configuration. It has to be stored elsewhere first.
        package var writtenPassword: Secret?
        /// Whether vdirsyncer asks for the password each time.
        package var isAsked = false
        /// A file of certificates (PEM) that are trusted.
        package var authorities: String?
        /// A file with a certificate of the person's and its key (PEM).
        package var certificate: String?
    }

    /// A calendar whose folder becomes its replica as it is.
    package struct Calendar: Hashable, Sendable {
        /// What vdirsyncer calls it: the last segment of its address.
        package var collection: String
        /// An absolute path.
        package var folder: String
        /// Where it is on the server; nil where only the server can tell.
        package var url: URL?
        /// Whether nothing is sent.
        package var isReadOnly: Bool
        /// What becomes of what both sides changed.
        package var policy: ConflictPolicy
        /// The pair, and the collection within it, under which its status is.
        var pair: String
        var statusName: String?
        var folderIsA: Bool
    }

    /// An account with its calendars.
    package struct PlannedAccount: Hashable, Sendable {
        /// What vdirsyncer calls the storage.
        package var name: String
        /// The server.
        package var remote: Remote
        /// Its calendars.
        package var calendars: [Calendar]

        /// The folders that cannot be taken over, because they are none or have no absolute path.
        package var missingFolders: [String] {
            calendars.filter { $0.url != nil && !VdirsyncerStatus.isFolder($0.folder) }
                .map(\.folder)
        }
    }

    /// A subscription.
    package struct PlannedFeed: Hashable, Sendable {
        /// What vdirsyncer calls the storage.
        package var name: String
        /// The server.
        package var remote: Remote
        /// Its address as text.
        package var address: String { remote.url.absoluteString }
        /// Where vdirsyncer keeps its copy, one file an event; nothing is done with it.
        package var folder: String
    }

    /// Something that is not adopted, or otherwise than in vdirsyncer.
    package struct Remark: Hashable, Sendable {
        /// The pair or storage.
        package var name: String
        /// What.
        package var reason: Reason
    }

    /// What a remark is about.
    package enum Reason: Hashable, Sendable {
        /// Not adopted: contacts.
        case contacts
        /// Not adopted: Google's storage, which has tokens of its own.
        case google
        /// Not adopted: neither side, or both, is a server.
        case noServer
        /// Not adopted: a type of storage that is not known.
        case type(String)
        /// Not adopted: all events in a single file, at this path.
        case singleFile(String)
        /// Not adopted: files whose names do not end with `.ics`.
        case fileEnding(String)
        /// Not adopted: an option without a value that can be used; its name.
        case option(String)
        /// Adopted; this option has no counterpart here.
        case ignored(String)
        /// Adopted; vdirsyncer keeps the events of some days alone, here all of them are kept.
        case window
    }

    /// Accounts, by the name of their storage.
    package internal(set) var accounts: [PlannedAccount] = []
    /// Subscriptions, in the order of the pairs.
    package internal(set) var feeds: [PlannedFeed] = []
    /// What is not adopted, or otherwise.
    package internal(set) var remarks: [Remark] = []

    let status: VdirsyncerStatus

    /// Plans an adoption.
    package init(_ configuration: VdirsyncerConfiguration) {
        status = VdirsyncerStatus(configuration.statusFolder)
        for pair in configuration.pairs { add(pair, configuration) }
    }

    private mutating func add(
        _ pair: VdirsyncerConfiguration.Pair, _ configuration: VdirsyncerConfiguration
    ) {
        guard let a = configuration.storages[pair.a], let b = configuration.storages[pair.b] else {
            return
        }
        let folderIsA = a.isFolder
        let (local, server) = folderIsA ? (a, b) : (b, a)
        if let reason = Self.obstacle(local, server) {
            remarks.append(Remark(name: pair.name, reason: reason))
            return
        }
        guard let remote = remote(server, configuration) else { return }
        guard let path = local.values["path"]?.text.map(configuration.folder), path.hasPrefix("/")
        else {
            remark(local.name, .option("path"))
            return
        }
        for option in ["post_hook", "pre_deletion_hook"] where local.values[option] != nil {
            remark(local.name, .ignored(option))
        }
        if server.type == "http" {
            let place = collections(pair, path, folderIsA: folderIsA, remote, configuration)
                .first?.folder
            feeds.append(PlannedFeed(name: server.name, remote: remote, folder: place ?? path))
            return
        }
        if server.values["start_date"] != nil { remark(server.name, .window) }
        if server.values["item_types"] != nil { remark(server.name, .ignored("item_types")) }
        if local.values["read_only"] == .bool(true) { remark(local.name, .ignored("read_only")) }
        let policy: ConflictPolicy =
            switch pair.conflictResolution {
            case "a wins": folderIsA ? .mine : .server
            case "b wins": folderIsA ? .server : .mine
            default: .ask
            }
        let calendars = collections(
            pair, path, folderIsA: folderIsA, remote, configuration
        ).map { found in
            var calendar = found
            calendar.policy = policy
            calendar.isReadOnly = server.values["read_only"] == .bool(true)
            return calendar
        }
        if let place = accounts.firstIndex(where: { $0.name == server.name }) {
            accounts[place].calendars += calendars
        } else {
            accounts.append(PlannedAccount(name: server.name, remote: remote, calendars: calendars))
        }
    }

    mutating func remark(_ name: String, _ reason: Reason) {
        let remark = Remark(name: name, reason: reason)
        if !remarks.contains(remark) { remarks.append(remark) }
    }

    /// Why a pair is not adopted.
    private static func obstacle(
        _ local: VdirsyncerConfiguration.Storage, _ server: VdirsyncerConfiguration.Storage
    ) -> Reason? {
        let types = [local.type, server.type]
        if types.contains("carddav") || types.contains("google_contacts") { return .contacts }
        if types.contains("google_calendar") { return .google }
        let files = types.filter { $0 == "singlefile" }
        if !files.isEmpty {
            let file = local.type == "singlefile" ? local : server
            return .singleFile(file.values["path"]?.text ?? "")
        }
        guard local.isFolder, !server.isFolder else {
            let known: Set = [
                "filesystem", "filesystem/icalendar", "filesystem/vcard", "caldav", "http",
            ]
            return types.first { !known.contains($0) }.map { .type($0) } ?? .noServer
        }
        guard server.type == "caldav" || server.type == "http" else { return .type(server.type) }
        let ending = local.values["fileext"]?.text ?? ""
        return ending == ".ics" ? nil : .fileEnding(ending)
    }
}

extension VdirsyncerConfiguration.Storage {
    /// Whether it is a folder with a file an item.
    var isFolder: Bool { type == "filesystem" || type.hasPrefix("filesystem/") }
}
