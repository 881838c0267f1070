import TestServers

@testable import AgendaSync

/// What goes wrong on the way to a server and back, or with the server.
enum WireFault: String, CaseIterable, Sendable {
    // The way there and back.
    case droppedBeforeSending, answerLost, answerLostAndSentAgain, deliveredTwice
    case cutOff, cutInsideAnElement, cutBetweenResponses, cutBeforeTheLastChunk
    case headerThatNeverEnds, bodyThatNeverEnds, slowAnswer
    case tooLarge, tooLargeUnannounced, headerTooLarge, gzipBomb, brokenGzip
    case notModifiedWithBody, emptyAnswer, loginPage
    case tooManyRequests, unavailable, unavailableForSeconds, unavailableUntilDate
    case unavailableUntilPast, unavailableForNonsense, unavailableForever,
        unavailableForLessThanNothing
    case redirectedHere, redirectedElsewhere, redirectedInACircle, redirectedToAnotherMethod
    case redirectedToNonsense
    case unauthorized, badGateway
    // Addresses.
    case absoluteHrefs, hrefsInOtherEscapes, hrefsOfAnotherHost, foreignHrefs, duplicateHrefs
    // XML.
    case documentType, entities, unknownEntity, controlCharacters, otherPrefixes, missingToken
    // The server itself.
    case broken, brokenAfterwards, locked, forbidden, full
    case tokenRefused403, tokenRefused409, tokenRefused410, tokenRefused412, tokenBreaksServer
    case noETags, weakETags, unquotedETags
    case suddenlyEmpty, changesUntold, lossyChanges
    case serverKilled

    /// What a request asks for, as far as faults care.
    enum Question: String, CaseIterable, Sendable {
        case state, listing, changes, multiget, get, put, delete, other

        init(_ request: LoopbackServer.Received) {
            switch request.method {
            case "PROPFIND": self = request.field("Depth") == "1" ? .listing : .state
            case "REPORT":
                let body = String(decoding: request.body, as: UTF8.self)
                self = body.contains("sync-collection") ? .changes : .multiget
            case "GET": self = .get
            case "PUT": self = .put
            case "DELETE": self = .delete
            default: self = .other
            }
        }

        var isWrite: Bool { [.put, .delete, .other].contains(self) }
        /// Whether the answer is about several resources.
        var isList: Bool { [.state, .listing, .changes, .multiget].contains(self) }
    }

    /// Whether the fault can happen to such a request.
    func happens(to question: Question) -> Bool {
        switch self {
        case .cutInsideAnElement, .cutBetweenResponses, .absoluteHrefs, .hrefsInOtherEscapes,
            .hrefsOfAnotherHost, .foreignHrefs, .duplicateHrefs, .documentType, .entities,
            .unknownEntity, .otherPrefixes:
            question.isList
        case .emptyAnswer, .cutBeforeTheLastChunk, .cutOff: !question.isWrite
        case .controlCharacters: question == .multiget
        case .locked, .forbidden, .full, .brokenAfterwards: question.isWrite
        case .serverKilled: question == .put || question == .delete
        case .missingToken, .tokenRefused403, .tokenRefused409, .tokenRefused410, .tokenRefused412,
            .tokenBreaksServer, .changesUntold, .lossyChanges:
            question == .changes
        case .noETags, .weakETags, .unquotedETags:
            [.listing, .changes, .multiget, .get, .put].contains(question)
        case .suddenlyEmpty: question == .listing
        default: true
        }
    }

    /// Seconds may pass until the client gives up.
    var isSlow: Bool { self == .headerThatNeverEnds || self == .bodyThatNeverEnds }
}
