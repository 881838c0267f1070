internal import ICalendar

/// One event, task or journal entry of the result: the winner's components, with what was laid over them and
/// filled in.
struct MergedSeries {
    /// A component's text for the result.
    struct Part {
        var component: MergeComponent
        /// The text, which may differ from the component's own.
        var text: [UInt8]

        init(_ component: MergeComponent) {
            (self.component, text) = (component, component.text)
        }

        /// Changes the text, unless it is too broken to be divided into lines.
        mutating func edit(_ change: (inout ComponentDocument) -> Void) {
            guard var lines = ComponentDocument(text) else { return }
            change(&lines)
            text = lines.bytes
        }
    }

    let key: MergeComponent.Key
    var parts: [Part]
    /// What was folded; nil if there is one copy.
    var folded: MergeReport.FoldedEvent?

    /// The component that describes the series.
    var master: Part? { parts.first { $0.component.recurrenceID == nil } }

    /// The series with the calendar of each component in it.
    ///
    /// - Parameter calendar: the name of a resource's calendar.
    func named(_ calendar: (Int) -> String) -> MergedSeries {
        var series = self
        for index in parts.indices {
            let name = calendar(parts[index].component.resource)
            series.parts[index].edit { $0.set("X-AGENDA-SOURCE", text: name) }
        }
        return series
    }

    /// The series with the participants' answers applied. An answer to an instance without a component of its
    /// own changes nothing.
    func answered(_ replies: [InvitationReply]) -> MergedSeries {
        guard !replies.isEmpty, key.name == "VEVENT" else { return self }
        var series = self
        for index in parts.indices {
            let component = parts[index].component
            let statuses = InvitationReply.statuses(
                replies, for: component.recurrenceID, of: component.revision)
            for (address, status) in statuses {
                series.parts[index].edit { lines in
                    lines.setParameter("PARTSTAT", to: status, of: "ATTENDEE") {
                        Participant.bareAddress($0) == address
                    }
                }
            }
        }
        return series
    }

    /// The series with the cancellations applied. A cancellation of an instance without a component of its
    /// own changes nothing.
    func cancelled(_ cancellations: [EventCancellation]) -> MergedSeries {
        guard !cancellations.isEmpty, key.name == "VEVENT" else { return self }
        var series = self
        for index in parts.indices {
            let component = parts[index].component
            let isCancelled = cancellations.contains {
                $0.cancels(component.recurrenceID, of: component.revision)
            }
            guard isCancelled, component.event?.status != .cancelled else { continue }
            series.parts[index].edit { lines in
                lines.replace(
                    "STATUS",
                    with: [.init(name: "STATUS", bytes: Array("STATUS:CANCELLED\r\n".utf8))])
            }
        }
        return series
    }
}
