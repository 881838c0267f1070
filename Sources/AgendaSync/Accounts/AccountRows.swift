internal import CalendarMerge
internal import FoundationEssentials
internal import GRDB

extension Account {
    /// From a row of `account`. What cannot be read is as if it had not been said.
    init(_ row: Row) throws {
        let text: String = row["url"]
        guard let url = URL(string: text) else { throw RowFault.address(text) }
        self.init(
            id: row["id"], name: row["name"], address: row["address"], url: url, user: row["user"])
        if let source: String = row["password"] {
            password = try JSONDecoder().decode(PasswordSource.self, from: Data(source.utf8))
        }
        if let grant: String = row["permission"] {
            permission = try JSONDecoder().decode(OAuthGrant.self, from: Data(grant.utf8))
        }
        if let name: String = row["program"] {
            program = SourceProgram(name: name, argument: row["argument"], path: row["path"])
        }
        scheme = (row["scheme"] as String?).flatMap(AuthenticationScheme.init)
        allowsUnencrypted = row["allows_unencrypted"]
        onlyPublic = row["only_public"]
        (authorities, certificate) = (row["authorities"], row["certificate"])
        let href = { (name: String) in (row[name] as String?).flatMap { Href($0, relativeTo: url) }
        }
        (principal, home, person) = (href("principal"), href("home"), row["person"])
        interval = row["interval"]
        policy = ConflictPolicy(rawValue: row["policy"]) ?? .server
    }

    /// Inserts or replaces the row; the calendars stay.
    func write(_ database: Database) throws {
        let source = try password.map {
            String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
        }
        let grant = try permission.map {
            String(decoding: try JSONEncoder().encode($0), as: UTF8.self)
        }
        try database.execute(
            sql: """
                INSERT INTO account VALUES (:id, :name, :address, :url, :user, :password, :permission, :unencrypted, :authorities,
                    :certificate, :principal, :home, :person, :interval, :policy, :onlyPublic)
                ON CONFLICT (id) DO UPDATE SET (name, address, url, user, password, permission, allows_unencrypted, authorities,
                    certificate, principal, home, person, interval, policy, only_public)
                = (excluded.name, excluded.address, excluded.url, excluded.user, excluded.password, excluded.permission,
                    excluded.allows_unencrypted, excluded.authorities, excluded.certificate, excluded.principal,
                    excluded.home, excluded.person, excluded.interval, excluded.policy,
                    excluded.only_public)
                """,
            arguments: [
                "onlyPublic": onlyPublic, "id": id, "name": name, "address": address,
                "url": url.absoluteString, "user": user,
                "password": source, "permission": grant, "unencrypted": allowsUnencrypted,
                "authorities": authorities,
                "certificate": certificate, "principal": principal?.description,
                "home": home?.description, "person": person, "interval": interval,
                "policy": policy.rawValue,
            ])
        guard let program else { return }
        try database.execute(
            sql: """
                INSERT INTO account_program (account_id, program, argument, path) VALUES (?, ?, ?, ?)
                ON CONFLICT (account_id) DO UPDATE SET (program, argument, path)
                = (excluded.program, excluded.argument, excluded.path)
                """, arguments: [id, program.name, program.argument, program.path])
    }
}

extension AccountCalendar {
    /// From a row of `account_calendar` and its account's `url`.
    init(_ row: Row) throws {
        let (text, address): (String, String) = (row["href"], row["url"])
        guard let url = URL(string: address), let href = Href(text, relativeTo: url) else {
            throw RowFault.address(text)
        }
        self.init(
            id: row["id"], account: row["account_id"], href: href, folder: row["folder"],
            name: row["name"])
        color = row["color"]
        (wantsReadOnly, isProtected) = (row["is_read_only"], row["is_protected"])
        isEnabled = row["is_enabled"]
        let names: String? = row["components"]
        components = names.map { Set($0.split(separator: " ").map(String.init)) }
        policy = (row["policy"] as String?).flatMap(ConflictPolicy.init)
        generation = row["generation"]
        let installations: String? = row["origins"]
        origins = (installations ?? "").split(separator: " ").map(String.init)
    }

    /// Inserts a row, or with an identifier replaces what it says.
    func write(_ database: Database, id: Int64?) throws {
        try database.execute(
            sql: """
                INSERT INTO account_calendar VALUES (:id, :account, :href, :folder, :name, :color, :readOnly, :components,
                    :enabled, :policy, :generation, :protected, :origins)
                ON CONFLICT (id) DO UPDATE SET (href, folder, name, color, is_read_only, components, is_enabled, policy,
                    generation, is_protected, origins)
                = (excluded.href, excluded.folder, excluded.name, excluded.color, excluded.is_read_only,
                    excluded.components, excluded.is_enabled, excluded.policy, excluded.generation,
                    excluded.is_protected, excluded.origins)
                """,
            arguments: [
                "id": id, "account": account, "href": href.description, "folder": folder,
                "name": name, "color": color, "readOnly": wantsReadOnly, "protected": isProtected,
                "components": components?.sorted().joined(separator: " "), "enabled": isEnabled,
                "policy": policy?.rawValue, "generation": generation,
                "origins": origins.isEmpty ? nil : origins.joined(separator: " "),
            ])
    }

    /// The same under another identifier.
    func with(id: Int64) -> AccountCalendar {
        var copy = AccountCalendar(id: id, account: account, href: href, folder: folder, name: name)
        (copy.color, copy.components) = (color, components)
        (copy.wantsReadOnly, copy.isProtected) = (wantsReadOnly, isProtected)
        (copy.isEnabled, copy.policy, copy.generation) = (isEnabled, policy, generation)
        (copy.origins, copy.isOfOthers) = (origins, isOfOthers)
        return copy
    }
}

/// A row that this program has not written.
enum RowFault: Error, CustomStringConvertible {
    case address(String)

    var description: String {
        switch self {
        case .address(let text): "'\(text)' is no address of the account's server"
        }
    }
}
