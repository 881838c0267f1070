/// Why a feed cannot be added or changed: what is wrong as a value. Never holds an address, which may be a secret.
package struct FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// No address of a feed.
        case invalidAddress
        /// There is a feed of this address already.
        case exists(id: Int)
        /// There is no such feed.
        case unknown(id: Int)
        /// The seconds between requests are fewer than this.
        case tooOften(minimum: Int)
        /// This header field holds a secret, which settings must not.
        case secretField(String)
        /// A header field's name or value cannot be sent.
        case invalidField
        /// The first copy cannot be had.
        case noCopy(FeedFault)
        /// The feeds' state cannot be read or written.
        case state(RoomDatabaseError)
    }

    /// What is wrong.
    package var reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    /// One line of neutral English, with what helps.
    package var description: String {
        switch reason {
        case .invalidAddress:
            "a feed's address begins with https, http, webcal or webcals, and names no user"
        case .exists(let id): "the address is that of feed \(id)"
        case .unknown(let id): "there is no feed \(id)"
        case .tooOften(let minimum): "a feed is asked for every \(minimum) s at most"
        case .secretField(let name):
            "the header field \(name) holds a secret; name a command, file or keyring that has it"
        case .invalidField: "a header field has characters that cannot be sent"
        case .noCopy(let fault): "\(fault)"
        case .state(let error): "\(error)"
        }
    }
}
