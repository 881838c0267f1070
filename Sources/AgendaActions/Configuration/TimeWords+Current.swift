extension TimeWords {
    /// The words that the environment and the configuration file request.
    package static let current = {
        var words = TimeWords(
            locale: Environment.localeName(.time), isUTF8: Environment.isUTF8)
        words.dateFormat = Configuration.current.dateFormat ?? .iso
        words.clock = Configuration.current.clock ?? .hours24
        return words
    }()
}
