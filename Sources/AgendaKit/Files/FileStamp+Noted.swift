internal import CalendarFiles

extension FileStamp {
    /// A file this young may still change without a trace, wherever it lies: two seconds are FAT's tick, the longest in use,
    /// and clocks of servers are not this one's. A source that lies with its reader's own edits is read again at little cost;
    /// ``isYoung(at:)`` is for thousands of files that were just written.
    static let settlingNanoseconds: Int64 = 2_000_000_000

    /// What to note of a file that had this stamp and then was read: while a further change could go unseen,
    /// a stamp that no file has.
    func noted(whenReadAt instant: Int64) -> FileStamp {
        var noted = self
        if instant - max(modified, statusChanged) <= Self.settlingNanoseconds {
            noted.statusChanged = 0
        }
        return noted
    }
}
