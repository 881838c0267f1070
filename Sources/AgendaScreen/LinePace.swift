/// Keeps frames from queueing up where the line is slower than the keys, such as a serial line or a bad network.
///
/// No system call tells how much of what was written has come: a network's buffers hold seconds of it. So each frame ends
/// with a question to the terminal, whose answer says that the frame is there (DSR, ECMA-48 8.3.35). While too much is
/// on its way, nothing is drawn, and then only the newest frame. A terminal that does not answer the first question
/// is not asked again.
struct LinePace {
    /// The bytes of the frames that are on their way, the oldest first.
    private var sent: [Int] = []
    /// Whether the terminal has answered a question.
    private(set) var hasAnswered = false

    /// So many bytes may be on their way before another frame: a second of 9,600 baud.
    private static let most = 1_024
    private static let question = Array("\u{1B}[5n".utf8)

    /// After so many milliseconds without an answer there will be none: a full screen takes 6 s at 9,600 baud.
    static let patience = 15_000

    /// Whether the next frame has to wait.
    var isBusy: Bool { hasAnswered && sent.reduce(0, +) > Self.most }

    /// Whether an answer may still come.
    var isAsking: Bool { !sent.isEmpty }

    /// What to write after a frame.
    mutating func question(after bytes: Int) -> [UInt8] {
        guard hasAnswered || sent.isEmpty else { return [] }
        sent.append(bytes)
        return Self.question
    }

    /// The oldest question is answered.
    mutating func answered() {
        hasAnswered = true
        if !sent.isEmpty { sent.removeFirst() }
    }

    /// Expects no more answers: the terminal may be another one.
    mutating func forget() { self = LinePace() }
}
