/// An answer about several resources (RFC 4918 section 13).
struct Multistatus: Hashable, Sendable {
    /// What is said of one resource or, without properties, of several.
    struct Response: Hashable, Sendable {
        /// As they were written.
        var hrefs: [String] = []
        /// Of the resources; nil where the properties have their own.
        var status: Int?
        /// Properties with a status of success.
        var properties = DAVProperties()
        /// Of properties that have no success: the cause where there are several.
        var failure: Int?
        /// The first condition that is said to be broken.
        var condition: String?
    }

    /// In the order of the answer.
    var responses: [Response] = []
    /// The token of a sync-collection report.
    var token: String?
}

/// The properties that are read (RFC 4918, 3744, 4791, 5397, 6578, 6638; Apple's colour and CalendarServer's ctag).
struct DAVProperties: Hashable, Sendable {
    var etag: String?
    var calendarData: [UInt8]?
    var types: ResourceTypes = []
    var ctag: String?
    var token: String?
    var name: String?
    var color: String?
    /// ``Installation/origins``.
    var origins: [String] = []
    var maximumSize: Int?
    var components: Set<String>?
    var privileges: CollectionState.Privileges?
    var principal: String?
    /// Whose the resource is (RFC 3744 5.1).
    var owner: String?
    var homes: [String] = []
    /// By which invitations name the person, and where the server takes them (RFC 6638 2.4.1, 2.1.1).
    var addresses: [String] = []
    var outbox: String?

    struct ResourceTypes: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let collection = ResourceTypes(rawValue: 1)
        static let calendar = ResourceTypes(rawValue: 2)
        /// Another's calendar over http, or an in- or outbox of invitations: nothing to write to.
        static let other = ResourceTypes(rawValue: 4)
    }
}
