package import ICalendar

/// What holds the resources of one calendar, and is the truth about them: texts with names, of which each is read and written
/// as a whole.
///
/// Whoever changes a resource says what he has read of it. A bank never overwrites what nobody has read.
package protocol ResourceBank: ResourceTexts {
    /// What a bank had at some time, for whoever asks later what has changed since.
    associatedtype Revision: Hashable, Sendable

    /// What has changed. A store answers in steps of the size of the change; a folder looks at each file.
    ///
    /// - Parameter revision: of an earlier answer; nil for all that there is.
    func members(since revision: Revision?) throws(BankError) -> BankMembers<Revision>

    /// What the calendar is called and shown with.
    var properties: BankProperties { get }

    /// The path that the kernel watches for changes by others; nil if nothing but a look tells.
    var watchedPath: String? { get }
}

/// Texts with names, of which each is read and written as a whole.
package protocol ResourceTexts: Sendable {
    /// The resources of these names; those that there are not are left out.
    func read(_ names: [String]) throws(BankError) -> [String: BankText]

    /// Makes several changes, or none. What is there when this returns is on the disk, and if the process is killed before,
    /// whoever comes next finds what was there.
    ///
    /// - Parameter changes: of different resources.
    /// - Throws: at the first change that cannot be made; then none is.
    func commit(_ changes: [ResourceChange]) throws(BankError)
}

/// What has changed among the resources of a bank.
package enum BankMembers<Revision: Hashable & Sendable>: Hashable, Sendable {
    /// The digests of those that are new or have changed, and the names of those that are gone.
    case changes([String: ContentDigest], gone: Set<String>, now: Revision)
    /// That is not known any more: ask for all.
    case tooOld
}

/// A resource as it was read.
package struct BankText: Hashable, Sendable {
    /// Its bytes.
    package var bytes: [UInt8]
    /// What a change of it has to say was read.
    package var version: ResourceChange.Condition

    /// A resource.
    package init(bytes: [UInt8], version: ResourceChange.Condition) {
        (self.bytes, self.version) = (bytes, version)
    }
}

/// What a calendar says of itself beside its resources.
package struct BankProperties: Hashable, Sendable {
    /// What it is called; nil if it does not say.
    package var name: String?
    /// Its colour, in its own words; nil if it has none.
    package var color: String?

    /// It says nothing.
    package init(name: String? = nil, color: String? = nil) {
        (self.name, self.color) = (name, color)
    }
}

/// A resource to write or to remove, if it still is what was read.
package struct ResourceChange: Hashable, Sendable {
    /// What has to be there.
    package enum Condition: Hashable, Sendable {
        /// Nothing (`If-None-Match: *`).
        case absent
        /// A text with this digest under the bank's key (`If-Match`).
        case digest(ContentDigest)
        /// The same, and what `stat` said, which saves the reading.
        case version(FileVersion)

        /// The digest; nil for nothing.
        package var digest: ContentDigest? {
            switch self {
            case .absent: nil
            case .digest(let digest): digest
            case .version(let version): version.digest
            }
        }
    }

    /// Its name.
    package var name: String
    /// What has to be there.
    package var condition: Condition
    /// The new content; nil to remove it.
    package var content: [UInt8]?
    /// The resource whose rights a new one gets; nil for what folder and umask leave.
    package var model: String?

    /// A change.
    package init(
        _ name: String, if condition: Condition, to content: [UInt8]?, like model: String? = nil
    ) {
        (self.name, self.condition, self.content, self.model) = (name, condition, content, model)
    }
}

/// Why a bank's resource cannot be read or stays as it is.
package struct BankError: Error, Hashable, Sendable {
    /// The resource's name; empty for the bank itself.
    package var name: String
    /// What happened.
    package var reason: SharedFile.Refusal

    /// An error.
    package init(_ reason: SharedFile.Refusal, _ name: String = "") {
        (self.reason, self.name) = (reason, name)
    }
}

extension ResourceTexts {
    /// Writes one resource.
    package func put(
        _ content: [UInt8], _ name: String, if condition: ResourceChange.Condition
    ) throws(BankError) {
        try commit([ResourceChange(name, if: condition, to: content)])
    }

    /// Removes one resource.
    package func delete(
        _ name: String, if condition: ResourceChange.Condition
    ) throws(BankError) {
        try commit([ResourceChange(name, if: condition, to: nil)])
    }

    /// Gives one resource another name, which nothing has.
    package func move(_ name: String, to other: String) throws(BankError) {
        guard let text = try read([name])[name] else { throw BankError(.changed, name) }
        try commit([
            ResourceChange(other, if: .absent, to: text.bytes, like: name),
            ResourceChange(name, if: text.version, to: nil),
        ])
    }
}
