internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaWords
internal import FoundationEssentials
internal import ICalendar

extension Route {
    /// What waits for an answer, what comes by mail, and what guests are told. No mail is sent from here: what the server of
    /// a calendar does not tell is in `messages`, for the reader to send.
    static let invitations: [Route] = [
        Route(
            method: "GET", path: "/v1/invitations",
            summary:
                "The events of a year that wait for an answer of the user, with what they overlap; `me`: the user's addresses; `proposals`: how many changes of an assistant wait.",
            parameters: [.zone]
        ) { call in
            let reader = try await call.invitationReader()
            var filter = EventFilter()
            filter.me = Set(reader.addresses.all)
            let waiting = try await call.live.provider(try call.zone(), filter).invitations()
            let proposals = (try? ReviewDesk(call.person()).numbers().count) ?? 0
            return .json(
                JSONWriter.document(zone: try call.zone()) { json in
                    json.member("me", reader.addresses.all)
                    json.member("proposals", proposals)
                    json.lines("invitations", waiting)
                }.bytes)
        },
        Route(
            method: "POST", path: "/v1/invitations",
            summary:
                "A mail with an invitation, or its calendar: what it is, and with `answer` taken into a calendar, as 'agenda invite --json' prints it.",
            parameters: [.dryRun, .zone], statuses: [200, 409, 422], takesContent: true
        ) { call in
            try await call.takeInvitation()
        },
        Route(
            method: "PATCH", path: "/v1/invitations/{id}",
            summary: "Answer an event that asks the user; `scope` says how much of a series.",
            parameters: [.id, .scope, .dryRun, .zone],
            statuses: [200, 404, 409, 412, 422, 428], takesContent: true
        ) { call in
            try await call.answerInvitation()
        },
        Route(
            method: "POST", path: "/v1/invitations/{id}",
            summary:
                "Invite the guests of an event of the user's own, or tell them that it is cancelled or was deleted: who tells them is `delivery`.",
            parameters: [
                .id,
                .init(
                    "scope", .text, "Whether one instance is meant, or all.",
                    values: ["this", "all"]),
                .dryRun, .zone,
            ],
            statuses: [200, 404, 409, 422]
        ) { call in
            try await call.inviteGuests()
        },
    ]
}

extension WaitingInvitation: JSONObject {
    func writeMembers(to json: inout JSONWriter) {
        event.writeMembers(to: &json)
        json.member("scope", scope.rawValue)
        json.member("overlaps", overlaps)
    }
}

/// A message that has come, and what is to be done with it.
struct InvitationRequest: Decodable {
    /// The mail or the calendar.
    let bytes: [UInt8]
    let verb: InvitationVerb?
    let comment, calendar: String?
    let day: CivilDate?
    let isTrusted: Bool

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case message, encoding, answer, comment, on, calendar, trustSender
    }

    init(from decoder: any Decoder) throws {
        try ItemValues.requireMembers(CodingKeys.allCases.map(\.rawValue), in: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String? {
            try members.decodeIfPresent(String.self, forKey: key)
        }
        let message = try members.decode(String.self, forKey: .message)
        switch try text(.encoding) {
        case nil: bytes = Array(message.utf8)
        case "base64":
            guard let data = Data(base64Encoded: message) else {
                throw Problem.badContent(
                    "message: it is not base64", remedy: "leave 'encoding' out, or encode it")
            }
            bytes = Array(data)
        case let other?:
            throw Problem.badContent(
                "encoding: '\(other)' is none", remedy: "give base64, or leave it out")
        }
        (comment, calendar) = (try text(.comment), try text(.calendar))
        isTrusted = try members.decodeIfPresent(Bool.self, forKey: .trustSender) ?? false
        verb = try text(.answer).map { try InvitationVerb(answer: $0) }
        day = try text(.on).map { (text) throws(Problem) in
            guard let day = CivilDate(iso: text) else {
                throw .badContent("on: '\(text)' is no day", remedy: "give one such as 2026-11-27")
            }
            return day
        }
        if verb?.status == nil, comment != nil || day != nil {
            throw Problem.badContent(
                "comment and on need an answer", remedy: "give accept, tentative or decline")
        }
    }
}

/// An answer to an event that a calendar has.
struct InvitationAnswerRequest: Decodable {
    let status: InvitationAnswer.Status
    let comment: String?

    private enum CodingKeys: String, CodingKey, CaseIterable { case answer, comment }

    /// The values of `answer`.
    static let values = InvitationVerb.allCases.filter { $0.status != nil }.map(\.rawValue)

    init(from decoder: any Decoder) throws {
        try ItemValues.requireMembers(CodingKeys.allCases.map(\.rawValue), in: decoder)
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let verb = try InvitationVerb(answer: members.decode(String.self, forKey: .answer))
        guard let status = verb.status else {
            throw Problem.badContent(
                "answer: the event is stored already",
                remedy: "give one of \(Self.values.joined(separator: ", "))")
        }
        (self.status, comment) = (
            status, try members.decodeIfPresent(String.self, forKey: .comment)
        )
    }
}

extension InvitationVerb {
    fileprivate init(answer text: String) throws(Problem) {
        guard let verb = Self(rawValue: text) else {
            throw .badContent(
                "answer: '\(text)' is none",
                remedy: "give one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = verb
    }
}

extension Call {
    /// The reader with all of their addresses, also those that their accounts know.
    func invitationReader() async throws -> InvitationReader {
        let person = try person()
        return try await Self.blocking { try InvitationReader(person) }
    }

    fileprivate func takeInvitation() async throws -> ServiceResponse {
        let wanted = try content(InvitationRequest.self)
        let (person, reader, store) = (try changer(), try await invitationReader(), store)
        let dryRun = try isDryRun
        return try await Problem.ofInvitations {
            let file = try InvitationFile(wanted.bytes, place: "message")
            let desk = try InvitationDesk(file, reader, person)
            let answer = wanted.verb?.status.map {
                InvitationAnswer($0, comment: wanted.comment, day: wanted.day)
            }
            let commits = wanted.verb != nil && !dryRun
            let taken = try await desk.take(
                answer, isLook: wanted.verb == nil, into: wanted.calendar,
                isTrusted: wanted.isTrusted, in: store, commits: commits)
            var document = InvitationDocument(desk.invitation, taken, sender: file.mail?.sender)
            document.overlaps = try await desk.overlaps(taken, in: store)
            return try told(document, isDone: commits)
        }
    }

    fileprivate func answerInvitation() async throws -> ServiceResponse {
        let wanted = try content(InvitationAnswerRequest.self)
        let known = try knownTags()
        let details = try details()
        try require(known, details, document(of: details))
        let (event, scope) = (details.occurrence, try scope(of: details.occurrence))
        guard scope != .future else {
            throw Problem.badParameter(
                "scope", "an answer is to one instance or to all", remedy: "give this or all")
        }
        let (person, reader) = (try changer(), try await invitationReader())
        let (store, dryRun) = (store, try isDryRun)
        return try await Problem.ofInvitations {
            let answer = InvitationAnswer(
                wanted.status, comment: wanted.comment,
                instance: scope == .this ? event.recurrenceID : nil)
            let taken = try await store.editor(person).answer(
                answer, to: event, as: reader.addresses, zone: person.zone,
                delivery: try reader.delivery(
                    in: store, to: [event.organizer].compactMap { $0 }), commits: !dryRun)
            return try told(InvitationDocument(nil, taken), isDone: !dryRun)
        }
    }

    fileprivate func inviteGuests() async throws -> ServiceResponse {
        let (person, reader) = (try changer(), try await invitationReader())
        let (store, dryRun) = (store, try isDryRun)
        let one = try query.text("scope") == "this"
        let found = Result { () throws in try details() }
        let deleted = try? store.deletedEvents().first { $0.id.description == values["id"] }
        return try await Problem.ofInvitations {
            let people = (try? found.get().participants.map(\.address)) ?? []
            let (editor, delivery) = (
                store.editor(person), try reader.delivery(in: store, to: people)
            )
            if let deleted {
                let taken = try await editor.cancellation(
                    of: deleted, as: reader.addresses, delivery: delivery)
                return try told(InvitationDocument(nil, taken), isDone: !dryRun)
            }
            var event = try found.get().occurrence
            if !one { event.recurrenceID = nil }
            let taken = try await editor.invite(
                to: event, scope: one && event.isRecurring ? .this : .all, as: reader.addresses,
                delivery: delivery, commits: !dryRun)
            return try told(InvitationDocument(nil, taken), isDone: !dryRun)
        }
    }

    /// What was done, its number in the history, and how the others hear of it.
    private func told(_ document: InvitationDocument, isDone: Bool) throws -> ServiceResponse {
        var document = document
        document.isDone = isDone
        document.delivery = document.taken?.messages.isEmpty == false ? "message" : nil
        let change = document.taken?.change
        let number = isDone && change?.operations.isEmpty == false ? change.map { Int($0.id) } : nil
        return .json(
            JSONWriter.document(zone: try zone()) { json in
                document.writeMembers(to: &json)
                json.member("number", number)
            }.bytes)
    }
}

extension Problem {
    /// Says in the problem why a message cannot be taken or answered, and what to do.
    fileprivate static func ofInvitations(
        _ body: () async throws -> ServiceResponse
    ) async throws -> ServiceResponse {
        do { return try await body() } catch let error as CommandFailure {
            throw Problem(422, "no-invitation", error)
        } catch let error as AgendaError {
            guard error.code != .notFound else { throw error }
            if case .invitation(.unnamedSender(let sender, let isNew)) = error.reason {
                var problem = Problem(
                    409, "unnamed-sender", "it comes from \(sender), who is not named in it",
                    remedy: "to take it all the same, send trustSender")
                problem.extra = [("sender", sender), ("isNew", isNew)]
                throw problem
            }
            var problem = Problem(error)
            guard problem.status == 409 else { throw problem }
            (problem.detail, problem.remedy) = error.sentence.reasonAndRemedy
            if case .invitation = error.reason { problem.code = "invitation" }
            throw problem
        }
    }
}
