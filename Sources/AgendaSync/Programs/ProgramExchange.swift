internal import CalendarFiles
internal import CalendarMerge
internal import FoundationEssentials
internal import Synchronization

/// A program as a server of one calendar: everything above takes it for one, so that what holds for accounts (the agreed
/// state, the merge, the guard against many deletions, the trash, undo) holds for programs.
///
/// The program is started with the first request, and ended by ``end()``. One that breaks the protocol is ended at once, and
/// its fault is the answer to all further requests.
package final class ProgramExchange: HTTPExchange {
    /// Where its calendar is, and where those are of which it is the only one.
    static let (home, calendar) = (Href(normal: "/"), Href(normal: "/calendar/"))

    private let program: SourceProgram
    private let limits: ProgramLimits
    private let state = Mutex(State.new)

    private enum State: Sendable {
        case new
        case open(ProgramSession)
        case dead(ProgramFault, said: [UInt8])
    }

    package init(_ program: SourceProgram, limits: ProgramLimits = ProgramLimits()) {
        (self.program, self.limits) = (program, limits)
    }

    deinit {
        state.withLock { state in
            guard case .open(let session) = state else { return }
            OwnThread.start {
                var session = session
                session.end(isKind: false)
            }
        }
    }

    package func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        let isCancelled = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await OwnThread.value { self.answer(request, credentials?.secret, isCancelled) }
        } onCancel: {
            isCancelled.set()
        }
        return try result.get()
    }

    /// Ends the program.
    ///
    /// - Returns: the last lines that it said on its standard error.
    package func end() async -> [String] {
        await OwnThread.value {
            let said = self.state.withLock { state in
                defer { state = .new }
                switch state {
                case .new: return [UInt8]()
                case .open(var session):
                    session.end(isKind: true)
                    return session.said
                case .dead(_, let said): return said
                }
            }
            return Self.lines(said)
        }
    }

    /// Starts a program of its own to hear of changes, and waits until it ends or the task is cancelled.
    ///
    /// - Returns: whether the program can say what has changed.
    static func watch(
        _ program: SourceProgram, _ secret: Secret?, _ limits: ProgramLimits,
        _ tell: @escaping @Sendable () -> Void
    ) async -> Bool {
        let isCancelled = CancellationFlag()
        return await withTaskCancellationHandler {
            await OwnThread.value {
                var said: [UInt8] = []
                do throws(ProgramFault) {
                    var session = try ProgramSession(
                        program, secret: secret, limits, isCancelled, said: &said)
                    defer { session.end(isKind: false) }
                    guard session.canWatch else { return false }
                    try session.watch(tell)
                    return true
                } catch {
                    if case .refused(_, .unknown, _) = error { return false }
                    return true
                }
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    private func answer(
        _ request: HTTPRequest, _ secret: Secret?, _ isCancelled: CancellationFlag
    ) -> Result<HTTPResponse, HTTPError> {
        state.withLock { state in
            do throws(ProgramFault) {
                var session: ProgramSession
                switch state {
                case .dead(let fault, _): throw fault
                case .open(let open): session = open
                case .new:
                    var said: [UInt8] = []
                    do throws(ProgramFault) {
                        session = try ProgramSession(
                            program, secret: secret, limits, isCancelled, said: &said)
                    } catch {
                        state = .dead(error, said: said)
                        throw error
                    }
                }
                session.isCancelled = isCancelled
                do throws(ProgramFault) {
                    let response = try session.answer(request)
                    state = .open(session)
                    return .success(response)
                } catch {
                    if case .refused = error {
                        state = .open(session)
                    } else {
                        session.end(isKind: false)
                        state = .dead(error, said: session.said)
                    }
                    throw error
                }
            } catch {
                return response(to: request, error)
            }
        }
    }

    /// What a program refuses of a single resource is for that one; all else ends what is under way.
    private func response(
        to request: HTTPRequest, _ fault: ProgramFault
    ) -> Result<HTTPResponse, HTTPError> {
        let isAboutAll = request.method == "PROPFIND"
        if case .refused(_, let why, _) = fault, !isAboutAll || why == .secret {
            return .success(HTTPResponse(status: why.status, url: request.url))
        }
        let isWrite = request.method == "PUT" || request.method == "DELETE"
        return .failure(
            HTTPError(
                fault == .cancelled ? .cancelled : .program(fault.description),
                host: program.title, mayHaveArrived: isWrite))
    }

    /// What it said, as few lines that a terminal can show.
    static func lines(_ said: [UInt8]) -> [String] {
        String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { ProgramSession.line(String($0)) }.suffix(5).map { $0 }
    }
}

extension ProgramRefusal {
    /// The status by which the engine knows what to do.
    fileprivate var status: Int {
        switch self {
        case .missing: 404
        case .changed: 412
        case .refused: 422
        case .readOnly: 403
        case .full: 507
        case .later: 503
        case .secret: 401
        case .unknown: 405
        }
    }
}

extension HTTPCredentials {
    /// The password or token itself.
    fileprivate var secret: Secret {
        switch kind {
        case .password(_, let secret), .bearer(let secret): secret
        }
    }
}
