import AgendaKit

extension Configuration {
    /// The name of the tables that are rules: `[[rules]]`.
    package static let ruleTable = "rules"

    /// What counts while the file cannot be read: no rule is known, and none is forgotten.
    static var unreadable: Configuration {
        var configuration = Configuration()
        configuration.rules = nil
        return configuration
    }

    /// Reads the rules; one that is wrong makes all of them count for nothing, because an event that another one shows may be
    /// one that it hides.
    mutating func readRules(_ entries: [TOMLReader.Entry], path: String) {
        var (rules, numbers): ([Rule], [String]) = ([], [])
        for entry in entries where entry.path[0] == Self.ruleTable {
            guard entry.path.count == 3 else {
                let name = entry.path.joined(separator: ".")
                let remedy: Message = "write [[rules]] above each rule"
                return note("\(path):\(entry.line): \(name): \(remedy)", remedy)
            }
            if numbers.last != entry.path[1] { numbers.append(entry.path[1]) }
        }
        for number in numbers {
            let own = entries.filter {
                $0.path.count == 3 && $0.path[0] == Self.ruleTable && $0.path[1] == number
            }
            do throws(RuleFault) {
                rules.append(try RuleSettings.rule(own))
            } catch {
                let entry = own.first { $0.path[2] == error.key } ?? own[0]
                let text =
                    error.key.isEmpty ? "[[rules]]" : "\(error.key) = \(entry.value.text)"
                note("\(path):\(entry.line): \(text): \(error.remedy)", error.remedy)
            }
        }
        if self.rules != nil { self.rules = rules }
    }

    mutating func note(_ message: Message, _ remedy: Message) {
        faults.append(Fault(message: message, remedy: remedy, isOfRule: true))
        rules = nil
    }
}
