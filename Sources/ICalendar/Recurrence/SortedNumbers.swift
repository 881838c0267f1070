// Short ascending lists, for which hashing in a Set would cost more than it saves.
extension [Int] {
    /// Whether the list, which must be ascending, contains the number.
    func holds(_ number: Int) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == number
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
