import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

// What keys do to the line that a person types: a new event, a day to go to, a search.
extension ScreenModel {
    mutating func take(
        _ key: Key, adding input: LineInput, _ understood: Understood?, _ isTodo: Bool,
        on date: CivilDate?
    ) -> [Request] {
        var (input, understood, isTodo) = (input, understood, isTodo)
        switch key {
        case .escape:
            mode = .days
            return []
        case .enter:
            guard var known = understood, let new = known.new else { return [] }
            guard known.isDoubtful else {
                mode = .days
                return [.add(new)]
            }
            known.isDoubtful = false
            known.text = style.text("Enter adds it like this: \(known.text)")
            understood = known
        default:
            if key == .tab { isTodo.toggle() } else if !input.take(key) { return [] }
            understood = input.words.isEmpty ? nil : understand(input.words, isTodo, date)
        }
        mode = .adding(input, understood, isTodo: isTodo, on: date)
        return []
    }

    mutating func take(_ key: Key, going input: LineInput) -> [Request] {
        var input = input
        switch key {
        case .escape: mode = .days
        case .enter:
            guard !input.words.isEmpty else {
                mode = .days
                return []
            }
            do throws(DayArgument.Failure) {
                let date = try day(input.words)
                guard dates.contains(date) else {
                    say(outside(date))
                    return []
                }
                mode = .days
                go(to: date)
            } catch {
                say(error.reason.text(in: style.language))
            }
        default: if input.take(key) { mode = .going(input) }
        }
        return []
    }

    private func outside(_ date: CivilDate) -> String {
        let (words, last) = (style.words, dates.upperBound - 1)
        return style.text(
            "\(words.date(date)): only \(words.date(dates.lowerBound)) to \(words.date(last)) can be shown"
        )
    }

    mutating func take(_ key: Key, searching input: LineInput, _ found: Search) -> [Request] {
        var (input, found) = (input, found)
        let last = max(0, found.events.count - 1)
        switch key {
        case .escape: mode = .days
        case .down: found.chosen = min(found.chosen + 1, last)
        case .up: found.chosen = max(found.chosen - 1, 0)
        case .pageDown: found.chosen = min(found.chosen + listRows - 1, last)
        case .pageUp: found.chosen = max(found.chosen - listRows + 1, 0)
        case .wheel(let lines): found.chosen = max(0, min(found.chosen + lines, last))
        case .enter:
            if found.text != input.words {
                found.jumps = true
            } else if found.events.indices.contains(found.chosen) {
                jump(to: found.events[found.chosen])
                return []
            }
        default:
            guard input.take(key) else { return [] }
            found.jumps = false
            if input.words.isEmpty { found = Search() }
            mode = .searching(input, found)
            return input.words.isEmpty ? [] : [.search(input.words)]
        }
        if case .searching = mode { mode = .searching(input, found) }
        return []
    }

    /// Selects an event that was found, unless it is outside of the timeline.
    mutating func jump(to event: AgendaEvent) {
        guard let first = days.outline.window.indices(of: event.span).first else {
            return say(outside(DayPart.first(of: event.span, zone: days.zone).date))
        }
        mode = .days
        expect(event.id, on: dates.lowerBound + first)
    }
}
