/// A sample in one file.
struct CalendarFile {
    private let file: OutputFile

    init(_ file: OutputFile) { self.file = file }

    func write(_ plan: EventPlan) throws(Failure) {
        var writer = LineWriter(file)
        try writer.beginCalendar(zones: plan.zones)
        for number in 0..<plan.sample.count { try writer.write(plan.event(number)) }
        try writer.endCalendar()
        try writer.flush()
        try file.close()
    }
}

extension LineWriter {
    /// Begins a VCALENDAR, with a VTIMEZONE for each zone used by its events (RFC 5545 3.2.19).
    mutating func beginCalendar(zones: [Zone]) throws(Failure) {
        try line("BEGIN:VCALENDAR")
        try line("VERSION:2.0")
        try line("PRODID:-//agenda//Samples//EN")
        try line("CALSCALE:GREGORIAN")
        for zone in zones { try lines(zone.component) }
    }

    mutating func endCalendar() throws(Failure) { try line("END:VCALENDAR") }
}
