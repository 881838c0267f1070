/// What is compared of two summaries, where events of different UIDs may be the same.
package enum SummaryWords {
    /// The words in lower case; white space and punctuation do not count.
    package static func of(_ summary: String?) -> [Substring] {
        (summary ?? "").lowercased().split { !$0.isLetter && !$0.isNumber }
    }
}
