/// What a person presses, types, pastes or clicks on a terminal.
enum Key: Hashable {
    /// One character as typed.
    case text(String)
    /// Several characters at once, through bracketed paste (xterm's mode 2004).
    case paste(String)
    case enter, escape, tab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// A letter pressed together with Control.
    case control(Character)
    /// The left button at a cell; both count from 0.
    case click(column: Int, row: Int)
    /// The wheel: lines, positive towards the end.
    case wheel(Int)
    /// The terminal says that all before its question has come (``LinePace``).
    case answer
    /// A sequence without a meaning here.
    case other
}
