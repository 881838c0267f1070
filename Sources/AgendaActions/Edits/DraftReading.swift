package import AgendaKit
package import ICalendar

/// What words and options were understood to mean.
package struct DraftReading {
    /// The first thing that is unclear; nil if the draft can be stored.
    package var doubt: Doubt?
    /// Nil if nothing can be made of it.
    package var draft: NewItem?
    /// What completing the words needs of them.
    package var summary: WordsCompletion.Reading

    /// Settles what was read.
    ///
    /// - Parameters:
    ///   - doubt: what is unclear in the words.
    ///   - title: what the draft is called.
    ///   - allowsPast: whether the past is intended.
    ///   - takesToday: whether it is today because the words name no day.
    ///   - start: when a plan begins.
    ///   - plan: settles when it is.
    ///   - make: makes the draft; throws if an option is invalid.
    package init<Plan>(
        doubt: Doubt?, title: String, allowsPast: Bool, takesToday: Bool,
        start: (Plan) -> CalendarTime?,
        plan: (_ allowsPast: Bool) throws(Doubt) -> Plan,
        make: (Plan) throws(CommandFailure) -> NewItem
    ) throws(CommandFailure) {
        self.doubt = doubt
        summary = WordsCompletion.Reading(
            title: title, doubt: doubt, takesToday: takesToday, start: nil)
        let settled: Plan
        do throws(Doubt) {
            settled = try plan(allowsPast)
            if title.isEmpty { throw Doubt(.noTitle) }
        } catch {
            self.doubt = doubt ?? error
            summary.doubt = self.doubt
            if case .past = error.reason, !title.isEmpty, let settled = try? plan(true) {
                draft = try? make(settled)
            }
            return
        }
        summary.start = start(settled)
        draft = doubt == nil ? try make(settled) : try? make(settled)
    }

    /// Completes words that are unclear.
    ///
    /// - Parameter read: how words are understood.
    package static func completing(
        _ words: String, _ doubt: Doubt, read: @escaping (String) throws -> DraftReading
    ) -> WordsCompletion {
        WordsCompletion(words, doubt) { text in
            (try? read(text))?.summary
                ?? .init(title: "", doubt: Doubt(.noTime), takesToday: false, start: nil)
        }
    }

    /// The draft of words that must be clear, since nobody can be asked.
    ///
    /// - Parameters:
    ///   - option: what allows a day that is over.
    ///   - report: hears what was understood, which shows what was not.
    ///   - preview: a draft in a line.
    package func settled(
        allowing option: String, _ report: any Report, preview: (NewItem) -> Message
    ) throws(CommandFailure) -> NewItem? {
        guard let doubt else { return draft }
        if let draft {
            let line: Message = "understood: \(preview(draft))"
            report.say(line)
        }
        throw .usage(doubt.sentence(allowing: option))
    }
}
