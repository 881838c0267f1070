package import Synchronization

/// Seals the secrets of files that a service of several people keeps for its users, so that a copy of the files tells none.
package protocol SecretsVault: Sendable {
    /// - Parameter place: what the secret belongs to: it opens nowhere else.
    /// - Returns: one line; nil where it cannot be sealed.
    func seal(_ text: String, for place: String) -> String?

    /// Nil where it was sealed by another one, or for another place.
    func open(_ sealed: String, for place: String) -> String?
}

/// The vault of this process, which a service of several people sets when it begins.
package enum SecretsVaults {
    /// Nil where files have secrets as they are, as those of one person do.
    package static let current = Mutex<Vault?>(nil)

    /// What seals, and the folder of the users for whom it does.
    package struct Vault: Sendable {
        let vault: any SecretsVault
        let folder: String

        /// A vault for what lies below a folder.
        package init(_ vault: any SecretsVault, folder: String) {
            (self.vault, self.folder) = (vault, folder)
        }
    }

    /// What a sealed line begins with.
    package static let mark = "agenda-sealed:"

    /// The user's folder, and the file in it: the same on all nodes.
    static func place(of path: String) -> String {
        path.split(separator: "/").suffix(3).joined(separator: "/")
    }

    /// What seals a file; nil for one that is not kept for a user.
    static func vault(for path: String) -> (any SecretsVault)? {
        guard let known = current.withLock(\.self), path.hasPrefix(known.folder + "/"),
            path.split(separator: "/").dropLast().last == "secrets"
        else { return nil }
        return known.vault
    }
}
