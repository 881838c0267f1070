import AgendaActions
import AgendaKit
import CalendarFiles
import ICalendar
import TerminalOutput

extension Adoption {
    /// Takes over calcurse's appointments, events and to-dos.
    ///
    /// - Parameters:
    ///   - folder: the folder of its data; nil for the one where calcurse looks.
    ///   - calendar: the calendar that gets them; nil for the person's own, or their usual one if they say so.
    package func calcurse(_ folder: String?, into calendar: String?) async throws {
        let (data, settings) = folders(of: folder)
        let calcurse = try CalcurseFolder(data: data, settings: settings)
        let (text, faults) = calcurse.calendar()
        var run = AdoptionRun("calcurse", self)
        run.leaveOut(calcurse.faults + faults)
        let incoming = try IncomingCalendar(
            Array(text.utf8), place: calcurse.path, kinds: [.event, .todo])
        try await run.receive(
            incoming, into: try await target(calendar), followsEvents: calendar == nil)
        try await run.take(calcurse.plan)
        try run.finish()
    }

    /// The calendar: calcurse's appointments are a person's own, and one that is shared with others gets them only if the
    /// person says so.
    private func target(_ calendar: String?) async throws -> String {
        if let calendar { return calendar }
        let local = CalendarChoice.local
        guard let store = try await StoreAccess.openIfExisting(person),
            let usual = try CalendarChoice.target(nil, in: store, for: person),
            usual != local
        else { return local }
        guard Terminal.canAsk else {
            if !person.isQuiet {
                Terminal.complain(
                    "calcurse's appointments go to local: for \(usual) give --calendar \(usual)"
                )
            }
            return local
        }
        let isUsual = Terminal.confirm(
            "Copy calcurse's appointments into \(usual), your usual calendar, rather than into local? [y/N] "
        )
        return isUsual ? usual : local
    }

    /// Where calcurse looks for its data and settings: its manual, "calcurse files".
    private func folders(of folder: String?) -> (data: String, settings: String) {
        if let folder {
            let path = absolute(folder)
            return (path, path)
        }
        let home = Environment.variable("HOME") ?? ""
        let old = home + "/.calcurse"
        if InputFile.kind(of: old) == .folder { return (old, old) }
        let data = Environment.variable("XDG_DATA_HOME") ?? home + "/.local/share"
        let settings = Environment.variable("XDG_CONFIG_HOME") ?? home + "/.config"
        return (data + "/calcurse", settings + "/calcurse")
    }
}
