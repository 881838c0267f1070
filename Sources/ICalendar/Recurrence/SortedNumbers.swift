// Short ascending lists, for which hashing in a Set would cost more than it saves.
extension [Int] {
    /// Whether the list, which must be ascending, contains the number.
    func holds(_ number: Int) -> Bool {
        let index = boundary { $0 >= number }
        return index < count && self[index] == number
    }

    /// Sorts the list and removes duplicates; free if it is already sorted and unique.
    mutating func sortAndUnite() {
        guard count > 1 else { return }
        var isAscending = true
        for index in 1..<count where self[index] <= self[index - 1] { isAscending = false }
        if isAscending { return }
        sort()
        var kept = 1
        for index in 1..<count where self[index] != self[kept - 1] {
            self[kept] = self[index]
            kept += 1
        }
        removeLast(count - kept)
    }
}

extension Array {
    /// The first index whose element, like all after it, is accepted by `isBehind`; the count if
    /// there is none.
    func boundary(_ isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
