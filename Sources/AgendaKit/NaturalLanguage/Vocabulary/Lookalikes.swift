internal import AgendaWords

extension Vocabulary {
    /// The name of a day or month that a word is a slip of the pen for: `tomorow`, `wendesday`, `frid`; nil for a word that is
    /// none.
    func slip(_ word: String) -> String? {
        let letters = Array(word)
        guard letters.count >= 3, !Self.ordinaryWords.contains(word), terms[word] == nil,
            letters.allSatisfy(\.isLetter)
        else { return nil }
        return names.first { name in
            if name.count > letters.count, name.starts(with: letters), !isFeast(name) {
                return letters.count >= (isEnglish(name) ? 4 : 5)
            }
            guard name.count > 4, letters.count > 3 else { return false }
            // Long names are often two letters wrong: `tommorow`, `wensday`.
            let isLong = name.count >= 8 && name.first == letters.first && !isFeast(name)
            let allowed = isLong ? 2 : 1
            return Self.distance(letters, name, atMost: allowed) <= allowed
        }.map { String($0) }
    }

    private func isFeast(_ name: [Character]) -> Bool {
        terms[String(name)]?.contains { $0 == .hint || $0 == .inexactDay } ?? false
    }

    private func isEnglish(_ name: [Character]) -> Bool {
        name.count > 4 && ["d", "a", "y"] == name.suffix(3) || name.starts(with: ["t", "o", "m"])
    }

    /// Words of one letter more, less or else than a name.
    private static let ordinaryWords = Set(
        Language.all.flatMap { $0.section("ordinary words")?.list("words") ?? [] })

    /// The number of letters that are missing, too many, wrong or swapped with their neighbour (Damerau 1964).
    private static func distance(
        _ first: [Character], _ second: [Character], atMost limit: Int
    ) -> Int {
        guard abs(first.count - second.count) <= limit else { return limit + 1 }
        var rows = [Array(0...second.count)]
        for (i, letter) in first.enumerated() {
            var row = [i + 1]
            for (j, other) in second.enumerated() {
                var cost = min(
                    rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
                    cost = min(cost, rows[i - 1][j - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
