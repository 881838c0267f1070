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

    /// The person, and others whose address or name is known in full, if they are looked for (RFC 3744 sections 9.3 and 9.4).
    /// Who else there is nobody learns.
    func principals(_ content: XMLElement) throws(DAVFault) -> ServiceResponse {
        let isFound: Bool
        var others: [KnownUser] = []
        if content.name == .dav("principal-match") {
            isFound = content[.dav("self")] != nil || content[.dav("principal-property")] != nil
        } else {
            let searches = content.children.filter { $0.name == .dav("property-search") }
            func meets(_ isMeant: (XMLElement) -> Bool) -> Bool {
                content.attribute("test") == "anyof"
                    ? searches.contains(where: isMeant) : searches.allSatisfy(isMeant)
            }
            isFound = meets(isMeant)
            let words = Set(searches.map(Self.word))
            do { others = try inbox?.users(named: words) ?? [] } catch { throw .away("\(error)") }
            others.removeAll { user in
                user.name == DAVPlace.user || !meets { user.isMeant(by: Self.word($0), in: $0) }
            }
        }
        // Some programs name the properties beside `prop`.
        let more = content.children.filter {
            ![
                "prop", "property-search", "apply-to-principal-collection-set", "self",
                "principal-property",
            ]
            .contains($0.name.local)
        }.map(\.name)
        let names = (content[.dav("prop")]?.children.map(\.name) ?? []) + more
        let writer = DAVPropertyWriter(self, .some(names))
        let isMinimal = isMinimal
        return MultistatusWriter.answer(parts: isFound || !others.isEmpty ? 1 : 0) {
            [others] _, output in
            if isFound { writer.write(.principal, to: &output) }
            for user in others { user.write(names, isMinimal: isMinimal, to: &output) }
        }
    }

    /// What is looked for, without what says that it is an address.
    private static func word(_ search: XMLElement) -> String {
        let word = (search[.dav("match")]?.value ?? "").lowercased()
        return word.hasPrefix("mailto:") ? String(word.dropFirst(7)) : word
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

extension KnownUser {
    /// Whether a part of a search is about this user: by their name, or by an address.
    fileprivate func isMeant(by word: String, in search: XMLElement) -> Bool {
        (search[.dav("prop")]?.children ?? []).allSatisfy { property in
            switch LiveProperty.named[property.name] {
            case .displayName: word == name || word == address
            case .userType: word == type.lowercased()
            default: word == address
            }
        }
    }

    /// Writes what others may know.
    fileprivate func write(_ names: [XMLName], isMinimal: Bool, to output: inout XMLOutput) {
        let href = DAVPlace.principal(of: name)
        output.begin("D:response")
        output.element("D:href", href)
        var missing: [XMLName] = []
        output.propstat(200) { output in
            for name in names {
                switch LiveProperty.named[name] {
                case .displayName: output.element(name, self.name)
                case .userType: output.element(name, type)
                case .resourceType: output.raw("<D:resourcetype><D:principal/></D:resourcetype>")
                case .principalURL, .userAddresses:
                    output.begin(name)
                    if let address, name == LiveProperty.userAddresses.name {
                        output.element("D:href", "mailto:" + address)
                    }
                    output.element("D:href", href)
                    output.end(name)
                default: missing.append(name)
                }
            }
        }
        if !missing.isEmpty, !isMinimal {
            output.propstat(404) { output in for name in missing { output.empty(name) } }
        }
        output.end("D:response")
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
