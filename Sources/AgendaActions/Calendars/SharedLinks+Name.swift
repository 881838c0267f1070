package import AgendaKit

extension SharedLinks {
    /// What a link is called that nobody names: after its calendars, with a number if a link is called so already.
    ///
    /// - Parameter calendars: those that it shows; none for all.
    package func freeName(
        for calendars: [String], isBusyOnly: Bool
    ) throws(AgendaError) -> String {
        let usual =
            (calendars.isEmpty ? "agenda" : calendars.joined(separator: ", "))
            + (isBusyOnly ? " (busy)" : "")
        return Importer.unique(usual, " ", among: Set(try all().map(\.name)))
    }
}

extension SharedLink {
    /// How many days a link may show.
    package static let days = 1...3_660
}
