internal import Glibc

/// The elements that are read.
enum DAVName {
    case other
    // The answer.
    case multistatus, response, href, status, propstat, prop, error, syncToken
    // Properties.
    case etag, resourceType, displayName, privileges, principal, owner, maximumSize
    case calendarData, components, homes, ctag, color, origins, addresses, outboxAddress
    // What properties hold.
    case collection, calendar, subscribed, inbox, outbox, component
    case privilege, all, read, write, writeContent, writeProperties, bind, unbind

    private static let dav: [(StaticString, DAVName)] = [
        ("DAV:|multistatus", .multistatus), ("DAV:|response", .response), ("DAV:|href", .href),
        ("DAV:|status", .status), ("DAV:|propstat", .propstat), ("DAV:|prop", .prop),
        ("DAV:|error", .error), ("DAV:|sync-token", .syncToken), ("DAV:|getetag", .etag),
        ("DAV:|resourcetype", .resourceType), ("DAV:|displayname", .displayName),
        ("DAV:|current-user-privilege-set", .privileges),
        ("DAV:|current-user-principal", .principal), ("DAV:|owner", .owner),
        ("DAV:|collection", .collection),
        ("DAV:|privilege", .privilege), ("DAV:|all", .all), ("DAV:|read", .read),
        ("DAV:|write", .write), ("DAV:|write-content", .writeContent),
        ("DAV:|write-properties", .writeProperties), ("DAV:|bind", .bind),
        ("DAV:|unbind", .unbind),
    ]

    private static let calDAV: [(StaticString, DAVName)] = [
        ("urn:ietf:params:xml:ns:caldav|calendar-data", .calendarData),
        ("urn:ietf:params:xml:ns:caldav|supported-calendar-component-set", .components),
        ("urn:ietf:params:xml:ns:caldav|comp", .component),
        ("urn:ietf:params:xml:ns:caldav|calendar-home-set", .homes),
        ("urn:ietf:params:xml:ns:caldav|max-resource-size", .maximumSize),
        ("urn:ietf:params:xml:ns:caldav|calendar", .calendar),
        ("urn:ietf:params:xml:ns:caldav|schedule-inbox", .inbox),
        ("urn:ietf:params:xml:ns:caldav|schedule-outbox", .outbox),
        ("urn:ietf:params:xml:ns:caldav|schedule-outbox-URL", .outboxAddress),
        ("urn:ietf:params:xml:ns:caldav|calendar-user-address-set", .addresses),
        ("http://calendarserver.org/ns/|getctag", .ctag),
        ("http://calendarserver.org/ns/|subscribed", .subscribed),
        ("http://apple.com/ns/ical/|calendar-color", .color),
        ("data:,agenda|origins", .origins),
    ]

    /// By length: a name is compared with two or three.
    private static let byLength: [[(StaticString, DAVName)]] = {
        var table: [[(StaticString, DAVName)]] = Array(repeating: [], count: 64)
        for entry in dav + calDAV { table[entry.0.utf8CodeUnitCount].append(entry) }
        return table
    }()

    /// - Parameter name: Namespace, `|` and local name.
    init(_ name: UnsafePointer<CChar>) {
        let length = strlen(name)
        guard length < Self.byLength.count,
            let entry = Self.byLength[length].first(where: {
                memcmp($0.0.utf8Start, name, length) == 0
            })
        else {
            self = .other
            return
        }
        self = entry.1
    }

    /// The local name where the namespace is WebDAV's or CalDAV's, which have the conditions.
    static func condition(_ name: UnsafePointer<CChar>) -> String? {
        let text = String(cString: name)
        for space in ["DAV:|", "urn:ietf:params:xml:ns:caldav|"] where text.hasPrefix(space) {
            return String(text.dropFirst(space.count))
        }
        return nil
    }
}
