internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaWords
internal import ICalendar

extension Route {
    /// What lists, shared links and mirrors make of certain events: the rules of `config.toml`. Each change is in the history.
    static let rules: [Route] = [
        Route(
            method: "GET", path: "/v1/rules",
            summary:
                "The rules in their order, with how many events of the 488 days each matches; the `ETag` changes with the rules alone.",
            statuses: [200, 409]
        ) { call in
            let desk = try call.ruleDesk()
            return try call.tagged(
                ListedRule.document(
                    try await desk.listed(in: call.store), zone: call.live.zone), desk)
        },
        Route(
            method: "POST", path: "/v1/rules",
            summary:
                "Add a rule, by default the last; with `dryRun` which events would look otherwise, and how.",
            parameters: [.dryRun], statuses: [200, 201], takesContent: true
        ) { call in
            let wanted = try call.content(RuleRequest.self)
            return try await call.changeRules(status: 201) { rules in
                guard let rule = try wanted.rule else {
                    throw Problem.badContent("settings is missing", remedy: "give the rule's keys")
                }
                let place = try wanted.place(among: rules.count + 1) ?? rules.count
                rules.insert(rule, at: place)
                return place
            }
        },
        Route(
            method: "PATCH", path: "/v1/rules/{number}",
            summary:
                "Put other `settings` into the place of a rule, all of them, or put the rule elsewhere with `at`.",
            parameters: [.rule, .dryRun], statuses: [200, 404, 412, 428], takesContent: true
        ) { call in
            let wanted = try call.content(RuleRequest.self)
            return try await call.changeRules(knowing: true) { rules in
                let index = try call.ruleIndex(among: rules)
                if let rule = try wanted.rule { rules[index] = rule }
                let place = try wanted.place(among: rules.count) ?? index
                rules.insert(rules.remove(at: index), at: place)
                return place
            }
        },
        Route(
            method: "DELETE", path: "/v1/rules/{number}",
            summary: "Remove a rule; `/v1/undo` brings it back.",
            parameters: [.rule, .dryRun], statuses: [200, 404, 412, 428]
        ) { call in
            try await call.changeRules(knowing: true) { rules in
                rules.remove(at: try call.ruleIndex(among: rules))
                return nil
            }
        },
    ]
}

extension Route.Parameter {
    fileprivate static let rule = Self(
        "number", .number, "The rule's place in the list.", range: 1...Int(Int32.max))
}

/// The content of a request for a rule: its keys as the list has them, and its place, from 1.
private struct RuleRequest: Decodable {
    private struct Setting: Decodable {
        var key: String
        var values: [String]?
    }

    private let settings: [Setting]?
    private let at: Int?

    private enum CodingKeys: String, CodingKey, CaseIterable { case settings, at }

    init(from decoder: any Decoder) throws {
        try ItemValues.requireMembers(CodingKeys.allCases.map(\.rawValue), in: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        settings = try members.decodeIfPresent([Setting].self, forKey: .settings)
        at = try members.decodeIfPresent(Int.self, forKey: .at)
    }

    /// The rule; nil if none is given.
    var rule: Rule? {
        get throws(Problem) {
            guard let settings else { return nil }
            var values: [Rule.Key: [String]] = [:]
            for setting in settings {
                guard let key = Rule.Key(rawValue: setting.key) else {
                    throw .badContent(
                        "settings: '\(setting.key)' is no key of a rule",
                        remedy:
                            "give one of \(Rule.Key.allCases.map(\.rawValue).joined(separator: ", "))"
                    )
                }
                guard values[key] == nil, let texts = setting.values,
                    key.takesSeveral || texts.count < 2,
                    !texts.contains(where: { $0.contains(where: \.isNewline) })
                else {
                    throw .unfitContent(
                        "\(key.rawValue): it is there twice, or has not one value",
                        remedy: "give each key once, with its values")
                }
                values[key] = texts
            }
            do throws(RuleFault) { return try RuleSettings.rule(values) } catch {
                throw .unfitContent(
                    error.key.isEmpty ? "this is no rule" : "\(error.key): this value is none",
                    remedy: error.remedy.text(in: .english))
            }
        }
    }

    /// The index at which the rule is to be; nil for where it is.
    func place(among count: Int) throws(Problem) -> Int? {
        guard let at else { return nil }
        guard (1...max(1, count)).contains(at) else {
            throw .unfitContent(
                "at: expected a number from 1 to \(count), got \(at)", remedy: "give such a number")
        }
        return at - 1
    }
}

extension Call {
    /// The rules as the file has them now.
    fileprivate func ruleDesk() throws -> RuleDesk {
        live.takeConfiguration()
        do { return try RuleDesk(changer()) } catch is CommandFailure {
            throw Problem(
                409, "unreadable-rules", "a rule in config.toml cannot be read",
                remedy: "see what 'agenda rule' says on the machine of the service")
        }
    }

    fileprivate func tagged(_ output: OutputBuffer, _ desk: RuleDesk) -> ServiceResponse {
        tagged(.json(output.bytes), desk)
    }

    private func tagged(_ response: ServiceResponse, _ desk: RuleDesk) -> ServiceResponse {
        var response = response
        response.fields["ETag"] = Self.tag(of: desk)
        return response
    }

    private static func tag(of desk: RuleDesk) -> String { tag(Array(desk.tag.utf8)) }

    fileprivate func ruleIndex(among rules: [Rule]) throws -> Int {
        guard let number = Int(values["number"] ?? ""), rules.indices.contains(number - 1) else {
            throw Problem(
                404, "no-rule", "there is no such rule any more", remedy: "ask for the list again")
        }
        return number - 1
    }

    /// Changes the rules, or says what that would change.
    ///
    /// - Parameters:
    ///   - isKnowing: whether the rules must be what the request has seen.
    ///   - make: changes them, and returns the index of the rule that the answer names.
    fileprivate func changeRules(
        knowing isKnowing: Bool = false, status: Int = 200, _ make: (inout [Rule]) throws -> Int?
    ) async throws -> ServiceResponse {
        let known = isKnowing ? try knownTags() : "*"
        let desk = try ruleDesk()
        try require(known, Self.tag(of: desk), "the rules are no longer what they were")
        var rules = desk.rules
        let place = try make(&rules)
        if try isDryRun {
            let changes = try await desk.effect(of: rules, in: store)
            return tagged(
                JSONWriter.document(zone: live.zone) { json in
                    json.member("dryRun", true)
                    json.member("count", changes.count)
                    json.lines("events", Array(changes.prefix(Self.mostShown)))
                }, desk)
        }
        var number: Int64?
        if rules != desk.rules {
            do { number = try await desk.change(to: rules)?.change.id } catch is CommandFailure {
                throw Problem(
                    500, "rules-not-written", "config.toml cannot be written",
                    remedy: "look at its rights and the room on the service's disk")
            }
            live.takeConfiguration()
        }
        let output = JSONWriter.document(zone: live.zone) { json in
            json.member("dryRun", false)
            json.member("number", number.map { Int($0) })
            json.member("rule", place.map { $0 + 1 })
        }
        return tagged(.json(output.bytes, status: status), try ruleDesk())
    }

    /// So many events a preview shows.
    private static let mostShown = 50
}
