/// A state of a user or of a calendar, as whoever knew it says: which database, which of the user's changes, and the number that was
/// drawn for that change.
package struct BankToken: Hashable, Sendable {
    package var generation: Int64
    package var modseq: Int64
    package var nonce: UInt64
    /// Of an answer in parts: the last name of that change that was told.
    package var after: String?

    package init(generation: Int64, modseq: Int64, nonce: UInt64, after: String? = nil) {
        (self.generation, self.modseq, self.nonce, self.after) = (generation, modseq, nonce, after)
    }

    init(_ generation: Int64, _ row: PostgresResult.Row, _ modseq: Int, _ nonce: Int) {
        self.init(
            generation: generation, modseq: row.integer(modseq), nonce: row.integer(nonce))
    }
}

/// A user's calendars, of one moment.
package struct BankHome: Hashable, Sendable {
    package var token: BankToken
    package var calendars: [BankCalendar]
    /// The properties of the home itself, as JSON.
    package var properties: String
}

/// A calendar without its resources.
package struct BankCalendar: Hashable, Sendable {
    package var id: Int32
    /// Its name in addresses.
    package var slug: String
    /// The components that it takes, with spaces between them; nil for all.
    package var components: String?
    /// What clients have set, as JSON: values by names, which are whatever the node makes of them.
    package var properties: String
    package var token: BankToken
}

/// A resource without its text.
package struct BankMember: Hashable, Sendable {
    package var href: String
    /// 32 hexadecimal digits: half of the SHA-256 of its text, the same on each node and after each restore.
    package var etag: String
    package var kind: String
    package var uid: String
    package var isGone: Bool
    /// The state of whoever was told all up to it.
    package var token: BankToken
}

/// What has changed in a calendar.
package struct BankChanges: Hashable, Sendable {
    /// In the order in which they happened.
    package var members: [BankMember]
    package var token: BankToken
}

/// A resource with its text.
package struct BankBody: Hashable, Sendable {
    package var etag: String
    package var kind: String
    package var uid: String
    package var bytes: [UInt8]
    /// When it was last changed, in seconds since 1970; 0 where that is forgotten.
    package var modified: Int64
}

/// What a view lacks.
package struct BankNews: Hashable, Sendable {
    /// A calendar that is new or another by now, or is gone.
    package struct Calendar: Hashable, Sendable {
        package var id: Int32
        package var slug: String
        package var components: String?
        package var properties: String
        package var isGone: Bool
    }
    /// A resource that is new or another by now, or is gone.
    package struct Resource: Hashable, Sendable {
        package var calendar: Int32
        package var href: String
        package var etag: String
        package var kind: String
        /// Nil for one that is gone.
        package var body: [UInt8]?
        package var modseq: Int64
    }
    /// What a user has besides calendars.
    package struct Document: Hashable, Sendable {
        package var name: String
        /// Nil for one that is gone.
        package var body: [UInt8]?
        package var modseq: Int64
    }
    package var token: BankToken
    package var calendars: [Calendar] = []
    package var resources: [Resource] = []
    package var documents: [Document] = []
}

/// What a write has done.
package struct BankWrite: Hashable, Sendable {
    /// Its number among the user's changes.
    package var modseq: Int64
    /// The tag of the text that is there now; empty where none is.
    package var etag: String
    /// Whether it had been done before, by the same identifier.
    package var isRepeated: Bool
    /// The calendar that was made; 0 where none was.
    package var calendar: Int32 = 0
}

/// A change of a resource, of which several are made at once.
package struct BankChange: Hashable, Sendable {
    package var href: String
    /// The tag of what was read; nil for nothing.
    package var expected: String?
    /// The new text, with its UID and kind; nil to remove it.
    package var text: Text?

    package struct Text: Hashable, Sendable {
        package var bytes: [UInt8]
        package var uid: String
        package var kind: String

        package init(bytes: [UInt8], uid: String, kind: String) {
            (self.bytes, self.uid, self.kind) = (bytes, uid, kind)
        }
    }

    package init(_ href: String, if expected: String?, to text: Text?) {
        (self.href, self.expected, self.text) = (href, expected, text)
    }
}

/// Something of a user's that one node does at a time, and how often it was taken: what is written for it is written only while
/// nobody has taken it since (the row of `people.lease`).
package struct BankDuty: Hashable, Sendable {
    package var kind: String
    package var what: String
    package var generation: Int64

    package init(kind: String, what: String, generation: Int64) {
        (self.kind, self.what, self.generation) = (kind, what, generation)
    }
}
