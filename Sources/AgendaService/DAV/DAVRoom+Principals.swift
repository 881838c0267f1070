internal import AgendaActions
internal import AgendaSync

extension DAVRoom {
    /// Properties, and those of the places that they name (RFC 3253 section 3.8).
    func expandProperties(_ content: XMLElement) throws(DAVFault) -> ServiceResponse {
        let node = try node()
        let state = try home.state()
        let writer = DAVPropertyWriter(self, .some([]))
        return MultistatusWriter.answer(parts: 1) { _, output in
            expand(content, of: node, writer, state, &output)
        }
    }

    private func expand(
        _ content: XMLElement, of node: DAVNode, _ writer: DAVPropertyWriter,
        _ homeState: HomeState,
        _ output: inout XMLOutput
    ) {
        writer.respond(of: node, to: &output) { output in
            var missing: [XMLName] = []
            for property in content.children where property.name == .dav("property") {
                guard let local = property.attribute("name") else { continue }
                let name = XMLName(property.attribute("namespace") ?? "DAV:", local)
                let places = LiveProperty.named[name]?.places(of: node) ?? []
                guard !places.isEmpty, !property.children.isEmpty else {
                    if !writer.write(name, of: node, to: &output) { missing.append(name) }
                    continue
                }
                output.begin(name)
                for place in places {
                    let next: DAVNode =
                        switch place {
                        case .principal: .principal
                        case .home: .home(homeState)
                        case .inbox:
                            .inbox(tag: Self.tag((try? messages()) ?? []))
                        case .outbox: .outbox
                        default: .root
                        }
                    expand(property, of: next, writer, homeState, &output)
                }
                output.end(name)
            }
            return missing
        }
    }

    /// The person, if they are looked for (RFC 3744 sections 9.3 and 9.4).
    func principals(_ content: XMLElement) -> ServiceResponse {
        let isFound: Bool
        if content.name == .dav("principal-match") {
            isFound = content[.dav("self")] != nil || content[.dav("principal-property")] != nil
        } else {
            let results = content.children.filter { $0.name == .dav("property-search") }.map(
                isMeant)
            isFound =
                content.attribute("test") == "anyof"
                ? results.contains(true) : !results.contains(false)
        }
        // Some programs name the properties beside `prop`.
        let others = content.children.filter {
            ![
                "prop", "property-search", "apply-to-principal-collection-set", "self",
                "principal-property",
            ]
            .contains($0.name.local)
        }.map(\.name)
        let names = (content[.dav("prop")]?.children.map(\.name) ?? []) + others
        let writer = DAVPropertyWriter(self, .some(names))
        return MultistatusWriter.answer(parts: isFound ? 1 : 0) { _, output in
            writer.write(.principal, to: &output)
        }
    }

    /// Whether a part of a search is about the person.
    private func isMeant(_ search: XMLElement) -> Bool {
        let word = (search[.dav("match")]?.value ?? "").lowercased()
        let addresses = person.addresses.map { "mailto:" + $0.lowercased() }
        let names = [(person.addresses.min() ?? DAVPlace.user).lowercased()]
        return (search[.dav("prop")]?.children ?? []).allSatisfy { property in
            let values =
                property.name == .dav("displayname")
                ? names : addresses + [DAVPlace.principal.href]
            return values.contains { $0.contains(word) }
        }
    }

    /// By what people can be looked for (RFC 3744 section 9.5).
    func principalProperties() -> ServiceResponse {
        var output = XMLOutput()
        output.begin("D:principal-search-property-set", isRoot: true)
        for (name, words) in [
            (XMLName.dav("displayname"), "Name"), (.calDAV("calendar-user-address-set"), "Address"),
        ] {
            output.begin("D:principal-search-property")
            output.begin("D:prop")
            output.empty(name)
            output.end("D:prop")
            output.raw("<D:description xml:lang=\"en\">\(words)</D:description>")
            output.end("D:principal-search-property")
        }
        output.end("D:principal-search-property-set")
        return ServiceResponse(
            200, fields: ["Content-Type": XMLOutput.contentType], body: .bytes(output.bytes))
    }
}

extension LiveProperty {
    /// The places that its value names.
    fileprivate func places(of node: DAVNode) -> [DAVPlace] {
        switch (self, node) {
        case (.currentUserPrincipal, _), (.principalURL, .principal), (.owner, .home),
            (.owner, .calendar),
            (.owner, .resource):
            [.principal]
        case (.scheduleInbox, .principal): [.inbox]
        case (.scheduleOutbox, .principal): [.outbox]
        case (.calendarHomeSet, .principal), (.calendarHomeSet, .root): [.home]
        case (.principalCollectionSet, _): [.root]
        default: []
        }
    }
}
