import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// Keys that belong together, as help lists them, and what each does in the list of days. The letters are those of the
/// web page (Sources/AgendaService/Page/keys.js).
struct ScreenKey: Sendable {
    /// What a key does; the result is what must be done besides.
    typealias Action = @Sendable (inout ScreenModel) -> [ScreenModel.Request]

    /// What help says of them.
    let help: Message
    /// The keys, as help writes them.
    let actions: KeyValuePairs<String, Action>
    /// Whether they change something.
    var changes = false

    init(_ help: Message, changes: Bool = false, _ actions: KeyValuePairs<String, Action>) {
        (self.help, self.actions, self.changes) = (help, actions, changes)
    }

    /// All, in the order of help. Arrows and the like work besides.
    static let all = [
        ScreenKey(
            "next, previous day",
            ["j": { $0.go(byDays: 1) }, "k": { $0.go(byDays: -1) }]),
        ScreenKey(
            "next, previous event",
            ["n": { $0.step(byEvents: 1) }, "p": { $0.step(byEvents: -1) }]),
        ScreenKey("today", ["t": { $0.goToToday() }]),
        ScreenKey("go to a day", ["g": { $0.enter(.going(LineInput())) }]),
        ScreenKey("search", ["/": { $0.enter(.searching(LineInput(), ScreenModel.Search())) }]),
        ScreenKey("everything about the event", ["Enter": { $0.openSelected() }]),
        ScreenKey(
            "add an event in words, after Tab a to-do", changes: true, ["c": { $0.beginAdding() }]),
        ScreenKey("edit the event", changes: true, ["e": { $0.beginEditing() }]),
        ScreenKey("delete the event", changes: true, ["Delete": { $0.beginDeleting() }]),
        ScreenKey(
            "the to-do is done, or open again; an event is deleted", changes: true,
            ["x": { $0.toggleStatus() }]),
        ScreenKey(
            "move the event by arrows; Shift and Alt with an arrow do so at once", changes: true,
            ["M": { $0.beginShifting() }]),
        ScreenKey("undo, redo", changes: true, ["u": { _ in [.undo] }, "U": { _ in [.redo] }]),
        ScreenKey(
            "list, week, day, month",
            [
                "l": { $0.show(.list) }, "w": { $0.show(.week) }, "d": { $0.showDay() },
                "m": { $0.show(.month) },
            ]),
        ScreenKey("these keys", ["?": { $0.enter(.help(top: 0)) }]),
        ScreenKey("back", ["Esc": { _ in [] }]),
        ScreenKey("quit", ["q": { _ in [.quit] }]),
    ]
}

extension ScreenModel {
    /// Does what a key of the list of days does; nothing for any other key.
    mutating func take(letter: String) -> [Request] {
        for key in ScreenKey.all {
            guard let action = key.actions.first(where: { $0.key == letter })?.value else {
                continue
            }
            if key.changes, isReadOnly {
                say(style.text("Only for reading: nothing can be changed here"))
                return []
            }
            return action(&self)
        }
        return []
    }

    fileprivate mutating func go(byDays days: Int) -> [Request] {
        go(to: cursor.date + days)
        return []
    }

    fileprivate mutating func step(byEvents step: Int) -> [Request] {
        move(byEvents: step)
        return []
    }

    fileprivate mutating func goToToday() -> [Request] {
        goToNow()
        return []
    }

    fileprivate mutating func enter(_ mode: Mode) -> [Request] {
        self.mode = mode
        return []
    }

    fileprivate mutating func show(_ view: View) -> [Request] {
        let hadHours = showsHours
        self.view = view
        if !showsHours { cursor.index = max(0, cursor.index) } else if !hadHours { enterHours() }
        keepVisible()
        return []
    }

    /// The key deleted events once: says so to who is used to that.
    fileprivate mutating func showDay() -> [Request] {
        if !hasToldOfDay, !isReadOnly {
            say(style.text("d shows the day: Delete or x deletes the event"))
        }
        hasToldOfDay = true
        return show(.day)
    }

    fileprivate mutating func openSelected() -> [Request] { selected.map { open($0) } ?? [] }

    fileprivate mutating func beginAdding() -> [Request] {
        let date = cursor.date == days.today ? nil : cursor.date
        let input = showsHours ? LineInput(before: "", after: wordsOfCursor) : LineInput()
        return enter(.adding(input, nil, isTodo: false, on: date))
    }

    /// The selected event; nil, and a word about it, if it is a journal entry, which is only shown.
    mutating func changeable() -> AgendaEvent? {
        guard let selected, selected.id.isJournal else { return selected }
        say(style.text("\(style.markedTitle(selected)) is a journal entry, which is only shown"))
        return nil
    }

    fileprivate mutating func beginEditing() -> [Request] { changeable().map { [.edit($0)] } ?? [] }

    fileprivate mutating func beginDeleting() -> [Request] {
        changeable().map { enter(.deleting($0)) } ?? []
    }

    fileprivate mutating func toggleStatus() -> [Request] {
        guard let event = changeable() else { return [] }
        guard let isClosed = days.items.isClosed(event.id) else {
            return beginDeleting()
        }
        return [.setStatus(isClosed ? .needsAction : .completed, event)]
    }
}
