import AgendaActions
import AgendaJSON
import AgendaKit
import Glibc
import TerminalOutput

/// The thread that has the screen: waits for keys, signals and news in one poll(2), and draws after each.
struct ScreenLoop {
    let screen: TerminalScreen
    let inbox: ScreenInbox
    let worker: ScreenWorker
    /// What shows the first timeline.
    let model: (ScreenDays, (columns: Int, rows: Int)) -> ScreenModel
    /// The reader's clock.
    let clock: any AgendaClock
    /// The command that edits an event in the reader's editor.
    let edit: (AgendaEvent) -> [String]

    private struct State {
        var model: ScreenModel?
        var keys = KeyReader()
        var writer = FrameWriter()
        var topLine = 0
        /// Notices that came before the first timeline.
        var notice = ""
        var pace = LinePace()
        /// When the terminal was asked last, in milliseconds of ``now``.
        var asked = 0
        /// Whether the program has stopped itself: then it knows that it was continued.
        var hasStopped = false
        /// Whether something has happened since the last frame.
        var isOld = true
        /// When the pending bytes are a key, in milliseconds of ``now``.
        var keysDue: Int?
        /// When the screen is drawn although days are missing.
        var drawingDue: Int?
        /// When the terminal is taken for one that does not answer.
        var answerDue: Int?
        /// When the line of the time that it is moves on.
        var nowDue: Int?
    }

    /// So long, in milliseconds, a key waits for the events of days that have to be read: a frame at 60 Hz has 16.
    private static let patience = 10

    /// A terminal that does not say its size is taken for a VT100.
    private static var size: (columns: Int, rows: Int) {
        let size = Terminal.size ?? (80, 24)
        return (max(size.columns, 20), max(size.rows, 3))
    }

    /// Runs until a person leaves; throws why nothing can be shown.
    func run() throws {
        screen.take()
        defer { TerminalScreen.leave() }
        var state = State()
        defer { settle(&state) }
        while true {
            if let (wish, dates) = state.model?.missing() {
                inbox.wanted = wish
                worker.read(dates, of: wish)
            }
            drawWhenDue(&state)
            var ends = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: screen.wakeUps, events: Int16(POLLIN), revents: 0),
            ]
            let due = [state.keysDue, state.drawingDue, state.answerDue, state.nowDue]
                .compactMap { $0 }.min()
            let count = poll(&ends, 2, due.map { Int32(clamping: max(0, $0 - Self.now)) } ?? -1)
            if count < 0, errno != EINTR { return }
            if let due = state.keysDue, due <= Self.now {
                state.keysDue = nil
                if ends[0].revents == 0, let key = state.keys.giveUp(), !take([key], &state) {
                    return
                }
            }
            if let due = state.nowDue, due <= Self.now { state.isOld = true }
            if ends[1].revents != 0, try !wake(&state) { return }
            if ends[0].revents != 0 {
                guard let bytes = Self.read(STDIN_FILENO) else { return }
                if !take(keys(bytes, &state), &state) { return }
            }
        }
    }

    /// Milliseconds of a clock that nobody sets.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }

    /// The keys that some bytes complete, without the terminal's answers.
    private func keys(_ bytes: [UInt8], _ state: inout State) -> [Key] {
        let keys = state.keys.read(bytes)
        state.keysDue = state.keys.patience.map { Self.now + Int($0) }
        for key in keys where key == .answer { state.pace.answered() }
        return keys.filter { $0 != .answer }
    }

    /// Waits a moment for the terminal's answers, which whoever has it next would take for keys; for one that has never
    /// answered only as long as its first answer may be on its way.
    private func settle(_ state: inout State) {
        let end = (state.pace.hasAnswered ? Self.now : state.asked) + 1_000
        while state.pace.isAsking, Self.now < end {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, Int32(clamping: max(0, end - Self.now))) > 0,
                let bytes = Self.read(STDIN_FILENO)
            else { break }
            _ = keys(bytes, &state)
        }
        state.pace.forget()
    }

    /// Draws, unless nothing has happened, the line is busy, or the shown days will be read in a moment.
    private func drawWhenDue(_ state: inout State) {
        guard state.isOld else { return }
        let now = Self.now
        state.model?.now = clock.now
        state.nowDue = state.model?.secondsToNextRow.map { now + $0 * 1_000 }
        if state.pace.isBusy {
            let due = state.answerDue ?? now + LinePace.patience
            state.answerDue = due
            if now < due { return }
            state.pace.forget()
        }
        state.answerDue = nil
        if state.model?.awaitsDays == true {
            let due = state.drawingDue ?? now + Self.patience
            state.drawingDue = due
            if now < due { return }
        }
        (state.drawingDue, state.isOld) = (nil, false)
        draw(&state)
    }

    /// What there is to read; nil at the end.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        return count > 0 ? Array(bytes[..<count]) : nil
    }

    private func draw(_ state: inout State) {
        let frame: Frame
        var scrolled = 0
        if let model = state.model {
            frame = model.frame()
            scrolled = model.topLine - state.topLine
            state.topLine = model.topLine
        } else {
            let size = Self.size
            var rows = [FrameRow](repeating: FrameRow("", columns: 0), count: size.rows)
            rows[size.rows - 1] = FrameRow(
                Message("Reading the calendars").text, columns: size.columns)
            frame = Frame(rows: rows)
        }
        var bytes = state.writer.bytes(for: frame, scrolled: scrolled)
        guard !bytes.isEmpty else { return }
        let question = state.pace.question(after: bytes.count)
        if !question.isEmpty { state.asked = Self.now }
        bytes += question
        _ = OutputBuffer.write(bytes, to: STDOUT_FILENO)
    }

    /// Takes news and signals; false at the end.
    private func wake(_ state: inout State) throws -> Bool {
        state.isOld = true
        for byte in Set(Self.read(screen.wakeUps) ?? []) {
            switch TerminalScreen.WakeUp(rawValue: byte) {
            case .resize: resize(&state)
            case .resume where state.hasStopped: state.hasStopped = false
            case .resume:
                screen.take()
                state.pace.forget()
                resize(&state)
            case .stop: stop(&state)
            case .news, nil: break
            }
        }
        for news in inbox.take() {
            if case .ended(let error) = news { throw error }
            take(news, &state)
        }
        return true
    }

    private func resize(_ state: inout State) {
        state.writer.forget()
        state.model?.size = Self.size
        state.model?.style.width = Self.size.columns
        state.model?.keepVisible()
    }

    private func stop(_ state: inout State) {
        settle(&state)
        screen.stop()
        state.hasStopped = true
        resize(&state)
    }

    private func take(_ news: ScreenInbox.News, _ state: inout State) {
        if case .update(let update, let known, let items, let namesCalendars, let hasSources) = news
        {
            if state.model == nil {
                let days = ScreenDays(update.outline, known: known, items: items)
                state.model = model(days, Self.size)
                let hint = Message(
                    "No calendars yet: c adds an event, 'agenda source add PATH' a calendar")
                state.model?.say(hasSources ? state.notice : hint.text, answers: false)
            }
            state.model?.namesCalendars = namesCalendars
            state.model?.take(update, known: known, items: items).forEach(worker.begin)
            return
        }
        switch news {
        case .known(let days, let wish): state.model?.know(days, wish: wish)
        case .details(let event, let lines): state.model?.show(lines, of: event)
        case .found(let events, let text): state.model?.show(found: events, of: text)
        case .done(let text): state.model?.say(text)
        case .added(let text, let id, let date):
            state.model?.expect(id, on: date)
            state.model?.say(text)
        case .notice(let text):
            state.notice = text
            state.model?.say(text, answers: false)
        case .update, .ended: break
        }
    }

    /// Takes keys; false if one of them ends the program.
    private func take(_ keys: [Key], _ state: inout State) -> Bool {
        for key in keys {
            state.isOld = true
            guard state.model != nil else {
                if key == .control("c") { return false }
                continue
            }
            for request in state.model?.take(key) ?? [] {
                switch request {
                case .quit: return false
                case .redraw: resize(&state)
                case .suspend: stop(&state)
                case .edit(let event):
                    settle(&state)
                    _ = screen.run(edit(event))
                    resize(&state)
                default: worker.begin(request)
                }
            }
        }
        return true
    }
}
