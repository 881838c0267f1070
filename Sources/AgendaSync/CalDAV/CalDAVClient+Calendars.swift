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
        return CollectionState(own.properties, href: calendar.asCollection)
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
            return CollectionState(item.properties, href: href)
        }
    }

    private static let properties = [
        "d:resourcetype", "d:displayname", "d:sync-token", "cs:getctag", "a:calendar-color",
        "c:supported-calendar-component-set", "c:max-resource-size",
        "d:current-user-privilege-set", "g:origins",
    ]
}

extension CollectionState {
    init(_ properties: DAVProperties, href: Href) {
        self.init(href: href)
        isCalendar = properties.types.contains(.calendar) && !properties.types.contains(.other)
        (ctag, token) = (properties.ctag, properties.token)
        (name, color) = (properties.name, properties.color)
        (components, maximumSize) = (properties.components, properties.maximumSize)
        (privileges, origins) = (properties.privileges, properties.origins)
    }
}
