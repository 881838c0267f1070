internal import AgendaSync

/// The properties that the server knows the meaning of; all others are kept as clients send them.
enum LiveProperty: Hashable, Sendable, CaseIterable {
    case resourceType, displayName, currentUserPrincipal, principalURL, owner,
        principalCollectionSet
    case privileges, supportedReports, groupMembership, token
    case etag, contentType, contentLength, lastModified
    case calendarHomeSet, userAddresses, userType
    case calendarData, components, componentSets, supportedData, collations
    case maxResourceSize, maxInstances, maxAttendees, minDate, maxDate
    case description, timezone, timezoneID, transparency
    case tag, color, order, origins
    case transports, topic, triggers
    case scheduleInbox, scheduleOutbox, scheduleDefault, scheduleTag

    var name: XMLName {
        switch self {
        case .resourceType: .dav("resourcetype")
        case .displayName: .dav("displayname")
        case .currentUserPrincipal: .dav("current-user-principal")
        case .principalURL: .dav("principal-URL")
        case .owner: .dav("owner")
        case .principalCollectionSet: .dav("principal-collection-set")
        case .privileges: .dav("current-user-privilege-set")
        case .supportedReports: .dav("supported-report-set")
        case .groupMembership: .dav("group-membership")
        case .token: .dav("sync-token")
        case .etag: .dav("getetag")
        case .contentType: .dav("getcontenttype")
        case .contentLength: .dav("getcontentlength")
        case .lastModified: .dav("getlastmodified")
        case .calendarHomeSet: .calDAV("calendar-home-set")
        case .userAddresses: .calDAV("calendar-user-address-set")
        case .userType: .calDAV("calendar-user-type")
        case .calendarData: .calDAV("calendar-data")
        case .components: .calDAV("supported-calendar-component-set")
        case .componentSets: .calDAV("supported-calendar-component-sets")
        case .supportedData: .calDAV("supported-calendar-data")
        case .collations: .calDAV("supported-collation-set")
        case .maxResourceSize: .calDAV("max-resource-size")
        case .maxInstances: .calDAV("max-instances")
        case .maxAttendees: .calDAV("max-attendees-per-instance")
        case .minDate: .calDAV("min-date-time")
        case .maxDate: .calDAV("max-date-time")
        case .description: .calDAV("calendar-description")
        case .timezone: .calDAV("calendar-timezone")
        case .timezoneID: .calDAV("calendar-timezone-id")
        case .transparency: .calDAV("schedule-calendar-transp")
        case .tag: .calendarServer("getctag")
        case .color: .apple("calendar-color")
        case .order: .apple("calendar-order")
        case .origins: Installation.origins
        case .transports: .push("transports")
        case .topic: .push("topic")
        case .triggers: .push("supported-triggers")
        case .scheduleInbox: .calDAV("schedule-inbox-URL")
        case .scheduleOutbox: .calDAV("schedule-outbox-URL")
        case .scheduleDefault: .calDAV("schedule-default-calendar-URL")
        case .scheduleTag: .calDAV("schedule-tag")
        }
    }

    private static let all = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    private static let unscheduled = all.filter { !$0.value.isOfScheduling }

    /// The properties by their names; without those of scheduling where nobody tells others.
    static var named: [XMLName: LiveProperty] { DAVPlace.schedules ? all : unscheduled }

    /// Those of `allprop`: RFC 4918's own (RFC 4791 section 5.2: the others are left out).
    static let usual: [LiveProperty] = [
        .resourceType, .displayName, .etag, .contentType, .contentLength, .lastModified, .token,
    ]

    /// Whether a client may set it.
    var isSettable: Bool {
        switch self {
        case .displayName, .description, .timezone, .timezoneID, .transparency, .color, .order: true
        default: false
        }
    }

    /// Whether it is about telling others of events (RFC 6638 sections 2 and 9).
    var isOfScheduling: Bool {
        [.scheduleInbox, .scheduleOutbox, .scheduleDefault, .scheduleTag].contains(self)
    }

    /// Whether it is about pushes.
    var isOfPush: Bool { [.transports, .topic, .triggers].contains(self) }

    /// Whether it needs a resource's text.
    var readsBody: Bool {
        switch self {
        case .contentLength, .lastModified, .calendarData, .scheduleTag: true
        default: false
        }
    }
}

/// How much is taken at once: what clients are known to send, and room.
enum DAVLimits {
    /// Bytes of a resource.
    static let body = 10 << 20
    /// Bytes of any other content.
    static let xml = 1 << 20
    static let hrefs = 10_000
    /// Instances that an expansion returns.
    static let instances = 10_000
    static let attendees = 1_000
    /// Properties of a calendar that clients set, and bytes of one.
    static let properties = 64
    static let property = 4_096
    /// Bytes of `calendar-timezone`, which is a whole calendar.
    static let zone = 65_536
    static let calendars = 200
}
