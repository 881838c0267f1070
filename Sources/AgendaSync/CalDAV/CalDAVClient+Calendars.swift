internal import FoundationEssentials

extension CalDAVClient {
    /// What the server says of a calendar.
    package func state(of calendar: Href) async throws(DAVError) -> CollectionState {
        let body = XMLBody.propfind(Self.properties)
        let answer = try await ask("PROPFIND", calendar.asCollection, depth: 0, body)
        guard let own = answer.responses.first else {
            throw DAVError(
                .notXML("it says nothing"), method: "PROPFIND", path: calendar.description,
                mayHaveArrived: false)
        }
        if let status = own.status, status >= 300 {
            throw DAVError(
                .status(status, condition: own.condition), method: "PROPFIND",
                path: calendar.description, mayHaveArrived: false)
        }
        return CollectionState(own.properties, href: calendar.asCollection, on: base)
    }

    /// The calendars in a collection, without in- and outboxes and what else there is.
    package func calendars(in home: Href) async throws(DAVError) -> [CollectionState] {
        let body = XMLBody.propfind(Self.properties)
        let answer = try await ask("PROPFIND", home.asCollection, depth: 1, body)
        var seen: Set<Href> = []
        return answer.responses.compactMap { item in
            guard item.properties.types.contains(.calendar),
                !item.properties.types.contains(.other),
                let href = item.hrefs.first.flatMap({
                    Href($0, relativeTo: home.asCollection.url(on: base))
                })?.asCollection, seen.insert(href).inserted
            else { return nil }
            return CollectionState(item.properties, href: href, on: base)
        }
    }

    private static let properties = [
        "d:resourcetype", "d:displayname", "d:sync-token", "cs:getctag", "a:calendar-color",
        "c:supported-calendar-component-set", "c:max-resource-size",
        "d:current-user-privilege-set", "d:owner", "d:current-user-principal", "g:origins",
    ]
}

extension CollectionState {
    /// - Parameter base: an address of the account's server.
    init(_ properties: DAVProperties, href: Href, on base: URL) {
        self.init(href: href)
        isCalendar = properties.types.contains(.calendar) && !properties.types.contains(.other)
        (ctag, token) = (properties.ctag, properties.token)
        (name, color) = (properties.name, properties.color)
        (components, maximumSize) = (properties.components, properties.maximumSize)
        (privileges, origins) = (properties.privileges, properties.origins)
        func principal(_ text: String?) -> Href? {
            text.flatMap { Href($0, relativeTo: base)?.asCollection }
        }
        if let owner = principal(properties.owner), let user = principal(properties.principal) {
            // Google's calendars are principals of their own: `…/ID/events/` is owned by `…/ID/user/`.
            let isOwn =
                owner.name == "user"
                && href.isChild(of: Href(normal: String(owner.description.dropLast(5))))
            hasOtherOwner = owner != user && !isOwn
        }
    }
}
