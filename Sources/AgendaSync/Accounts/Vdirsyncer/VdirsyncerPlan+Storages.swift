internal import CalendarMerge
internal import FoundationEssentials

extension VdirsyncerPlan {
    /// A server and who asks it; nil and a remark where its options cannot be used.
    mutating func remote(
        _ storage: VdirsyncerConfiguration.Storage, _ configuration: VdirsyncerConfiguration
    ) -> Remote? {
        let values = storage.values
        func refuse(_ option: String) -> Remote? {
            remark(storage.name, .option(option))
            return nil
        }
        guard let url = values["url"]?.text.flatMap({ URL(string: $0) }), Origin(url) != nil else {
            return refuse("url")
        }
        var remote = Remote(url: url)
        if let value = values["username.fetch"] {
            guard case .source(let source) = fetch(value, configuration) else {
                return refuse("username.fetch")
            }
            remote.userSource = source
        } else {
            remote.user = values["username"]?.text ?? ""
        }
        if let value = values["password.fetch"] {
            switch fetch(value, configuration) {
            case .source(let source): remote.password = source
            case .asked: remote.isAsked = true
            case nil: return refuse("password.fetch")
            }
        } else if let password = values["password"]?.text, !password.isEmpty {
            remote.writtenPassword = Secret(password)
        }
        // `true` is the default; `false` would trust anybody, and vdirsyncer 0.19 and later refuse it.
        switch values["verify"] {
        case .text(let path): remote.authorities = configuration.expanded(path)
        case nil, .null, .bool(true): break
        default: remark(storage.name, .ignored("verify"))
        }
        switch values["auth_cert"] {
        case .text(let path): remote.certificate = configuration.expanded(path)
        case nil, .null: break
        default: return refuse("auth_cert")
        }
        for option in ["verify_fingerprint", "useragent", "filter_hook"] where values[option] != nil
        {
            remark(storage.name, .ignored(option))
        }
        return remote
    }

    private enum Fetched {
        case source(PasswordSource)
        case asked
    }

    /// Where a value comes from (vdirsyncer's manual, "Storing passwords").
    private func fetch(
        _ value: VdirsyncerValue, _ configuration: VdirsyncerConfiguration
    ) -> Fetched? {
        guard let words = value.texts, let strategy = words.first else { return nil }
        let arguments = Array(words.dropFirst())
        switch strategy {
        case "command" where !arguments.isEmpty:
            return .source(.command(arguments.map(configuration.expanded)))
        case "shell" where !arguments.isEmpty:
            return .source(.command(["/bin/sh", "-c"] + arguments))
        // Python's keyring keeps secrets of the Secret Service under these two attributes.
        case "keyring" where arguments.count == 2:
            let words = [
                "secret-tool", "lookup", "service", arguments[0], "username", arguments[1],
            ]
            return .source(.command(words))
        case "prompt": return .asked
        default: return nil
        }
    }

    /// The collections of a pair: those that vdirsyncer noted, else those that are named.
    ///
    /// - Returns: calendars of which policy and rights are still to be set.
    mutating func collections(
        _ pair: VdirsyncerConfiguration.Pair, _ path: String, folderIsA: Bool, _ remote: Remote,
        _ configuration: VdirsyncerConfiguration
    ) -> [Calendar] {
        func calendar(_ name: String?, _ folder: String, _ url: URL?) -> Calendar {
            let segments = (url ?? remote.url).path(percentEncoded: false).split(separator: "/")
            return Calendar(
                collection: name ?? segments.last.map(String.init) ?? pair.name, folder: folder,
                url: url, isReadOnly: false, policy: .ask, pair: pair.name, statusName: name,
                folderIsA: folderIsA)
        }
        guard let configured = pair.collections else { return [calendar(nil, path, remote.url)] }
        if let found = status.collections(of: pair.name) {
            return found.map { collection in
                let (own, other) =
                    folderIsA ? (collection.a, collection.b) : (collection.b, collection.a)
                // As the configuration has it where vdirsyncer made the folder itself.
                let folder =
                    own["path"]?.text.map(configuration.folder)
                    ?? path + (collection.name.map { "/" + $0 } ?? "")
                return calendar(
                    collection.name, folder, other["url"]?.text.flatMap { URL(string: $0) })
            }
        }
        // What was discovered has a folder, and is found on the server by its name.
        var collections = configured
        if let place = collections.firstIndex(of: .discovered) {
            let folders = VdirsyncerStatus.subfolders(path).map {
                VdirsyncerConfiguration.Collection.named($0, a: $0, b: $0)
            }
            collections.replaceSubrange(place...place, with: folders)
            collections.removeAll { $0 == .discovered }
        }
        if collections.isEmpty { remark(pair.name, .option("collections")) }
        var seen: Set<String> = []
        return collections.compactMap { collection in
            guard case .named(let name, let a, let b) = collection, seen.insert(name).inserted
            else { return nil }
            let (own, other) = folderIsA ? (a, b) : (b, a)
            var named = calendar(
                name, own.map { path + "/" + $0 } ?? path, other == nil ? remote.url : nil)
            named.collection = other ?? named.collection
            return named
        }
    }
}
