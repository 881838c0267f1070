package import AgendaKit

/// Writes rules into `config.toml`.
package enum RuleFile {
    /// Replaces all rules: those that are there already keep their lines, wherever they stand now.
    ///
    /// - Parameter path: the file; nil where there is no home.
    /// - Throws: what is wrong with the file; nothing is written then.
    package static func write(_ rules: [Rule], to path: String?) throws {
        guard let path else {
            throw CommandFailure.failure("HOME is not set: rules have no file")
        }
        var document = try ConfigurationFile.document(of: path)
        let present = Configuration(document.entries, path: path)
        guard var left = present.rules.map({ $0.map(Optional.some) }) else {
            throw CommandFailure.usage(present.faults.first?.message ?? "\(path): cannot be read")
        }
        let rows = rules.map { rule -> TOMLDocument.Row in
            guard let index = left.firstIndex(of: rule) else {
                return .new(RuleSettings.entries(of: rule))
            }
            left[index] = nil
            return .kept(index)
        }
        do {
            try document.setRows(Configuration.ruleTable, rows)
        } catch {
            throw CommandFailure.failure("\(path):\(error.line): \(error.reason)")
        }
        try ConfigurationFile.write(document.text, to: path)
    }
}
