/// What a contact's yearly event is about: whose birthday or anniversary, and since when.
///
/// An event that was made of a contact has it as a property of its own, so that each instance can say how many
/// years it has been.
public struct Occasion: Hashable, Sendable {
    /// What happened on the day.
    public enum Kind: Hashable, Sendable {
        /// The contact was born.
        case birthday
        /// The contact married.
        case anniversary
        /// Something else, with the contact's own word for it, if there is one.
        case other(String?)
    }

    /// What happened on the day.
    public var kind: Kind
    /// The contact's name, on one line.
    public var name: String
    /// The year in which it happened; nil if the contact does not say.
    public var year: Int?

    /// Creates an occasion.
    ///
    /// - Parameters:
    ///   - kind: which day it is.
    ///   - name: whose.
    ///   - year: the first one; nil if it is unknown.
    public init(kind: Kind, name: String, year: Int? = nil) {
        (self.kind, self.name, self.year) = (kind, name, year)
    }

    /// The full years until the day's return in `year`: a birthday's age. Nil if the first year is unknown, or not
    /// before `year`.
    public func years(in year: Int) -> Int? {
        self.year.flatMap { $0 < year ? year - $0 : nil }
    }

    /// `Anna Berg's birthday (41)`.
    ///
    /// - Parameter year: the instance's; nil for the whole series, which has no number.
    package func title(in year: Int?) -> Wording {
        switch (kind, year.flatMap(years)) {
        case (.birthday, nil): "\(name)'s birthday"
        case (.birthday, let years?): "\(name)'s birthday (\(years))"
        case (.anniversary, nil): "\(name)'s anniversary"
        case (.anniversary, let years?): "\(name)'s anniversary (\(years))"
        case (.other(nil), nil): "\(name)'s special day"
        case (.other(nil), let years?): "\(name)'s special day (\(years))"
        case (.other(let label?), nil): "\(name): \(label)"
        case (.other(let label?), let years?): "\(name): \(label) (\(years))"
        }
    }

    /// The occasion of a VEVENT that ``ContactCalendar`` wrote; nil for any other component.
    package init?(component text: some Collection<UInt8>) {
        let property = text.withBytes { bytes -> Property? in
            var lines = LogicalLines(bytes)
            while let line = lines.next() {
                if line.isNamed("x-agenda-occasion") { return line.property }
            }
            return nil
        }
        guard let property else { return nil }
        let fields = property.fields
        kind =
            switch property.parameter("KIND") {
            case "birthday": .birthday
            case "anniversary": .anniversary
            default: .other(fields.count > 1 ? fields[1] : nil)
            }
        name = fields.first ?? ""
        year = property.parameter("YEAR").flatMap { Int($0) }
    }

    /// The property that the initialiser reads.
    func write(to lines: inout LineWriter) {
        var parameters: [LineWriter.Parameter] = []
        // Parameters keep neither quotation marks nor spaces at their ends, so the label is in the value.
        var value = LineWriter.escaped(name)
        switch kind {
        case .birthday: parameters.append(("KIND", "birthday"))
        case .anniversary: parameters.append(("KIND", "anniversary"))
        case .other(let label):
            parameters.append(("KIND", "other"))
            if let label { value += ";" + LineWriter.escaped(label) }
        }
        if let year { parameters.append(("YEAR", "\(year)")) }
        lines.add("X-AGENDA-OCCASION", value, with: parameters)
    }
}
