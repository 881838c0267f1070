import AgendaKit
package import AgendaSync

/// Why something failed: what to say, what makes it another fault than the last one, and when to try again.
package struct SyncFault: Error, Hashable, Sendable {
    package let text: String
    /// What is the same while only the words change, as the seconds to wait do.
    package let kind: String
    package let ending: RunEnding

    /// Why an account could not be synchronised at all.
    package init(_ error: any Error, of account: Account, for person: Person) {
        switch error {
        case let error as HTTPError:
            self.init(error, SyncRound.reason(error, of: account, for: person).text)
        case let error as AgendaError: self.init(error.sentence)
        default: self.init("\(error)")
        }
    }

    /// Why a calendar's synchronisation ended before its end; nil if another one simply does the same.
    package init?(_ stop: SyncStop) {
        switch stop {
        case .busy, .cancelled: return nil
        case .unauthorized: self.init("\(stop)", ending: .refused)
        case .server(let error):
            if case .http(let cause) = error.reason {
                self.init(cause, "\(stop)")
            } else {
                self.init("\(stop)")
            }
        // Another attempt will not find it either, until somebody has done something.
        case .calendarGone: self.init("\(stop)", ending: .done(every: nil))
        case .replica: self.init("\(stop)")
        }
    }

    private init(_ error: HTTPError, _ text: String) {
        if case .mustWait(let seconds) = error.reason {
            self.init(text, kind: "wait", ending: .failed(wait: Double(seconds)))
        } else if error.isOfTheNetwork {
            self.init(text, kind: "network", ending: .failed(isOfNetwork: true))
        } else {
            self.init(text)
        }
    }

    private init(
        _ text: String, kind: String? = nil, ending: RunEnding = .failed()
    ) {
        (self.text, self.kind, self.ending) = (text, kind ?? text, ending)
    }
}

extension [SyncRound.Outcome] {
    /// How an account's synchronisation ended, by what is worst among its calendars.
    ///
    /// - Parameter interval: seconds until the next one if all is well.
    package func ending(every interval: Int) -> RunEnding {
        let stops = compactMap(\.report.stop)
        let endings = stops.compactMap { SyncFault($0)?.ending }
        if endings.contains(.refused) { return .refused }
        var (wait, failed, isOfNetwork): (Double?, Bool, Bool) = (nil, false, true)
        for case .failed(let pause, let ofNetwork) in endings {
            failed = true
            isOfNetwork = isOfNetwork && ofNetwork
            wait = [wait, pause].compactMap { $0 }.max()
        }
        if failed { return .failed(wait: wait, isOfNetwork: isOfNetwork) }
        return stops.contains(.busy) ? .busy : .done(every: Double(interval))
    }
}
