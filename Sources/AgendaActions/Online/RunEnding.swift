/// How something ended that is done by itself from time to time.
package enum RunEnding: Hashable, Sendable {
    /// As it should. It is due again after so many seconds; nil: when something asks for it.
    case done(every: Double?)
    /// In vain. `wait`: how long the server asks to be left alone, in seconds.
    case failed(wait: Double? = nil, isOfNetwork: Bool = false)
    /// Somebody else does it at the moment.
    case busy
    /// The credentials were refused: it must not be tried again until somebody has changed something.
    case refused
}
