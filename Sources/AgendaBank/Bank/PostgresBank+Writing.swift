extension PostgresBank {
    /// Stores a text as it is.
    ///
    /// - Parameters:
    ///   - expected: the tag of what was read; nil for nothing.
    ///   - uid: of its components, which no other resource of the calendar has.
    ///   - kind: `VEVENT`, `VTODO` or `VJOURNAL`.
    ///   - identifier: the same for each try of one write.
    ///   - device: who writes, for whoever asks later.
    /// - Throws: `changed`, `heldUID`, `noCalendar`; `away` and `unsettled` where it has to be asked again.
    package func put(
        _ body: [UInt8], _ href: String, in calendar: Int32, of user: Int64, if expected: String?,
        uid: String, kind: String, _ identifier: BankIdentifier = .random(), by device: String = ""
    ) async throws(PostgresFault) -> BankWrite {
        try await write(
            BankStatements.put, of: user,
            [
                .integer(calendar), .text(href), .text(uid), .text(kind), .bytea(body),
                .text(expected),
            ], identifier, device)
    }

    /// Removes a resource.
    ///
    /// - Throws: as ``put(_:_:in:of:if:uid:kind:_:by:)``.
    package func remove(
        _ href: String, in calendar: Int32, of user: Int64, if expected: String,
        _ identifier: BankIdentifier = .random(), by device: String = ""
    ) async throws(PostgresFault) -> BankWrite {
        try await write(
            BankStatements.remove, of: user, [.integer(calendar), .text(href), .text(expected)],
            identifier, device)
    }

    /// Gives a resource another name, in the same calendar or in another.
    ///
    /// - Parameters:
    ///   - expected: the tag of what was read.
    ///   - replaced: that of what has the name there; nil for nothing.
    package func move(
        _ href: String, in calendar: Int32, of user: Int64, if expected: String,
        to other: String, in target: Int32, replacing replaced: String? = nil,
        _ identifier: BankIdentifier = .random(), by device: String = ""
    ) async throws(PostgresFault) -> BankWrite {
        try await write(
            BankStatements.move, of: user,
            [
                .integer(calendar), .text(href), .text(expected), .integer(target), .text(other),
                .text(replaced),
            ], identifier, device)
    }

    /// Makes an empty calendar.
    ///
    /// - Parameter properties: as JSON, an object.
    /// - Throws: `exists`, `tooMany` above 200.
    package func makeCalendar(
        _ slug: String, components: String? = nil, properties: String = "{}", of user: Int64,
        _ identifier: BankIdentifier = .random(), by device: String = ""
    ) async throws(PostgresFault) -> BankWrite {
        try await write(
            BankStatements.makeCalendar, of: user,
            [.text(slug), .text(components), .text(properties)], identifier, device)
    }

    /// Removes a calendar; what was in it stays for 30 days.
    package func removeCalendar(
        _ calendar: Int32, of user: Int64,
        _ identifier: BankIdentifier = .random(), by device: String = ""
    ) async throws(PostgresFault) -> BankWrite {
        try await write(
            BankStatements.removeCalendar, of: user, [.integer(calendar)], identifier, device)
    }

    /// Sets and removes properties of a calendar, or of the home, which is calendar 0: all or none.
    ///
    /// - Parameters:
    ///   - properties: as JSON, an object.
    ///   - gone: the names of those that go.
    ///   - most: how many there may be then.
    /// - Throws: `tooMany`.
    package func setProperties(
        _ properties: String, without gone: [String] = [], most: Int32, of calendar: Int32,
        _ user: Int64, _ identifier: BankIdentifier = .random(), by device: String = ""
    ) async throws(PostgresFault) -> BankWrite {
        try await write(
            BankStatements.setProperties, of: user,
            [.integer(calendar), .text(properties), .texts(gone), .integer(most)], identifier,
            device)
    }

    /// Makes several changes of a calendar's resources, or none.
    ///
    /// - Parameter duty: for which they are made; nil for none.
    /// - Throws: as ``put(_:_:in:of:if:uid:kind:_:by:)``; `superseded` where somebody else has taken the duty over.
    package func commit(
        _ changes: [BankChange], in calendar: Int32, of user: Int64, under duty: BankDuty? = nil,
        _ identifier: BankIdentifier = .random(), by device: String = ""
    ) async throws(PostgresFault) -> [BankWrite] {
        var identifier = identifier
        let statements = changes.map { change -> (PostgresStatement, [PostgresValue]) in
            defer { identifier.low &+= 1 }
            let end: [PostgresValue] = [.uuid(identifier), .text(device)]
            let place: [PostgresValue] = [.integer(calendar), .text(change.href)]
            guard let text = change.text else {
                return (BankStatements.remove, place + [.text(change.expected)] + end)
            }
            return (
                BankStatements.put,
                place + [
                    .text(text.uid), .text(text.kind), .bytea(text.bytes), .text(change.expected),
                ] + end
            )
        }
        return try await write(statements, of: user, under: duty)
    }

    /// Keeps a document of a user.
    ///
    /// - Parameters:
    ///   - body: nil where it is gone.
    ///   - expected: the number of the change that it was read with; 0 for one that there was not.
    ///   - duty: for which it is kept; nil for none.
    /// - Throws: `changed`; `superseded` where somebody else has taken the duty over.
    package func keep(
        _ body: [UInt8]?, as name: String, of user: Int64, if expected: Int64,
        under duty: BankDuty? = nil, _ identifier: BankIdentifier = .random()
    ) async throws(PostgresFault) -> BankWrite {
        try await write(
            BankStatements.keep, of: user, [.text(name), .bytea(body), .bigint(expected)],
            identifier, "", under: duty)
    }
}
