internal import Glibc

// A file and a hidden one change places, and back if it turns out that somebody else was at work.
extension OpenFolder {
    /// How long a file that is to get its name back waits for programs that write into the one that has it, in tries of
    /// some milliseconds.
    private static let patience = 200

    /// The turn of one of our processes to swap files of the folder: until it ends, none of the others does.
    ///
    /// Two that swap the same file at once find each other's text swapped out, and each puts back what it found. If one of
    /// them undoes its change in between, because another file of it was refused, the other one would bring it back. A turn
    /// takes milliseconds; after seconds, as where folders cannot be locked, a change goes without (nil).
    func turn() -> FileLock? { FileLock.wait(folder: self, atMost: 5) }

    /// Swaps a hidden file with one that has a name.
    ///
    /// - Parameter third: A free name, asked for where the file system cannot swap. The file that had the name is there for
    ///   a moment, and the name is free. If another program takes it then (`EEXIST`), the file stays under the third name.
    package func exchange(
        _ hidden: String, _ name: String, over third: () throws(SystemFailure) -> String
    ) throws(SystemFailure) {
        let refusal = names.exchange(hidden, name, in: descriptor)
        guard FileNames.isUnsupported(refusal) else { return try Self.check(refusal) }
        let third = try third()
        try hide(name, as: third)
        do throws(SystemFailure) {
            try move(hidden, to: name)
        } catch {
            if error.number != EEXIST { try move(third, to: name) }
            throw error
        }
        try hide(third, as: hidden)
    }

    /// Gives a file that was swapped out its name back.
    ///
    /// - Parameters:
    ///   - third: As in ``exchange(_:_:over:)``.
    ///   - isOurs: Whether a text is the one that took its place; nil if nothing did.
    /// - Returns: Its text, where the name has another text than ours by now: that stays, being the latest, and the one that
    ///   was swapped out stays under the hidden or the third name.
    package func putBack(
        _ hidden: String, to name: String, over third: () throws(SystemFailure) -> String,
        isOurs: (([UInt8]) -> Bool)?
    ) throws(SystemFailure) -> [UInt8]? {
        // Whether the hidden file is ours by now.
        var isSwapped = false
        do throws(SystemFailure) {
            guard let isOurs else {
                try move(hidden, to: name)
                return nil
            }
            for _ in 0..<Self.patience {
                // What somebody writes into ours must not be lost either.
                guard let lease = FileLease(name, in: descriptor) else {
                    usleep(5_000)
                    continue
                }
                guard let present = bytes(name), isOurs(present) else { break }
                try exchange(hidden, name, over: third)
                isSwapped = true
                usleep(2_000)
                if let found = bytes(hidden), isOurs(found), !lease.isWantedOrTaken() { return nil }
                // Somebody writes into ours: it gets its name again until that is done.
                try exchange(hidden, name, over: third)
                isSwapped = false
            }
        } catch {
            guard error.number == EEXIST || error.number == ENOENT else { throw error }
        }
        return bytes(isSwapped ? try third() : hidden)
    }

    /// Takes a file of ours that has a name there, unless somebody else has changed it or does so.
    ///
    /// - Parameters:
    ///   - hidden: Where the file is then.
    ///   - isOurs: Whether a text is ours.
    /// - Returns: What somebody wrote into ours while it had no name, if another one has taken that since.
    func takeBack(
        _ name: String, as hidden: String, over third: () throws(SystemFailure) -> String,
        isOurs: ([UInt8]) -> Bool
    ) throws(SystemFailure) -> [UInt8]? {
        for _ in 0..<Self.patience {
            guard let lease = FileLease(name, in: descriptor) else {
                usleep(5_000)
                continue
            }
            guard let present = bytes(name), isOurs(present) else { return nil }
            try hide(name, as: hidden)
            usleep(2_000)
            if let found = bytes(hidden), isOurs(found), lease.isOn(hidden, in: descriptor),
                !lease.isWantedOrTaken()
            {
                return nil
            }
            if let rest = try putBack(hidden, to: name, over: third, isOurs: nil) {
                return isOurs(rest) ? nil : rest
            }
        }
        return nil
    }

    /// To replace a file, its folder's rights are enough, but who took them from the file wants it to stay. Root, who may
    /// write everything, is refused where nobody may.
    func isProtected(_ name: String) -> Bool {
        guard let status = try? status(name), status.st_mode & S_IFMT != S_IFLNK else {
            return false
        }
        return status.st_mode & 0o222 == 0
            || faccessat(descriptor, name, W_OK, 0) != 0 && errno == EACCES
    }
}
