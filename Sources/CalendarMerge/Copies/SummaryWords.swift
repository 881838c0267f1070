/// Compares summaries, to find events that may be the same in spite of different UIDs.
package enum SummaryWords {
    /// The words of a summary in lower case, without white space and punctuation.
    package static func of(_ summary: String?) -> [Substring] {
        (summary ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    }
}
