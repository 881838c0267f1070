internal import CLibcurl
internal import CalendarFiles
internal import CalendarMerge
internal import FoundationEssentials
internal import Synchronization

/// Exchanges over libcurl: one handle, whose connections and authentication its requests share, so one an account.
///
/// HTTP/1.1 only, because uploads over HTTP/2 broke in release after release (curl's issues 11194, 11426, 14870, 14892).
/// A request runs on a thread of its own, which blocks; Swift's are never waited on.
package actor CurlExchange: HTTPExchange {
    /// What is the same for all requests.
    package struct Configuration: Hashable, Sendable {
        /// Sent as `User-Agent`.
        package var agent: String
        /// Which addresses may be connected to.
        package var addresses = AddressPolicy.any
        /// A file of certificates (PEM) that are trusted instead of the system's.
        package var authorities: String?
        /// A file with a certificate of ours and its key (PEM).
        package var certificate: String?
        /// How the server wanted to be told the last time; nil where that is unknown.
        package var scheme: AuthenticationScheme?

        /// - Parameter agent: The program's name and version.
        package init(agent: String) { self.agent = agent }
    }

    private let configuration: Configuration
    private let executor = ThreadExecutor()
    private var handle: CurlHandle?
    /// How the server wants to be told who asks, once that is known: a request that has to find out is sent twice.
    package private(set) var scheme: AuthenticationScheme?

    /// A thread of its own: a transfer blocks it, and must not block one of Swift's few.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// No connection is made before the first request.
    package init(_ configuration: Configuration) {
        (self.configuration, scheme) = (configuration, configuration.scheme)
    }

    /// libcurl's version, such as `7.88.1`; nil where it is not installed. Loads it.
    package static var libraryVersion: String? {
        guard clibcurl_load() == nil else { return nil }
        // `libcurl/7.88.1 OpenSSL/3.0.15 …`
        let words = String(cString: clibcurl_version()).split { $0 == "/" || $0 == " " }
        return words.dropFirst().first.map(String.init)
    }

    /// Sends one request and waits for its whole answer; a cancelled task ends the transfer.
    package func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        let isCancelled = CancellationFlag()
        let result = await withTaskCancellationHandler {
            perform(request, credentials, isCancelled)
        } onCancel: {
            isCancelled.set()
        }
        return try result.get()
    }

    private func perform(
        _ request: HTTPRequest, _ credentials: HTTPCredentials?, _ isCancelled: CancellationFlag
    ) -> Result<HTTPResponse, HTTPError> {
        guard let origin = Origin(request.url) else {
            return .failure(HTTPError(.invalidAddress, host: request.url.host() ?? ""))
        }
        if let fault = clibcurl_load() {
            return .failure(HTTPError(.libraryMissing(String(cString: fault)), host: origin.name))
        }
        // Credentials of another origin are none.
        let credentials = credentials?.origin == origin ? credentials : nil
        if credentials?.mayBeSeen == false, scheme == .basic { scheme = nil }
        if let credentials, credentials.areReadable, !credentials.mayBeSeen {
            return .failure(HTTPError(.notEncrypted, host: origin.name))
        }
        if let bad = request.fields.all.first(where: { !HTTPFields.canSend($0.name, $0.value) }) {
            let shown = HTTPFields.canSend(bad.name, "") ? bad.name : "of this request"
            return .failure(HTTPError(.invalidField(shown), host: origin.name))
        }
        guard let handle = handle ?? CurlHandle() else {
            return .failure(
                HTTPError(.libraryMissing("it gives no handle"), host: origin.name))
        }
        self.handle = handle
        if case .password? = credentials?.kind, credentials?.mayBeSeen == false, scheme == nil,
            !request.body.isEmpty
        {
            // Where only Digest is left and no nonce is known, curl asks for one with the same request without its
            // content, which a server that asks nobody's name would store. So it is asked for with the content.
            let answer = answer(to: request, origin, nil, handle, isCancelled)
            guard case .success(let response) = answer, response.status == 401 else {
                return answer
            }
        }
        return answer(to: request, origin, credentials, handle, isCancelled)
    }

    private func answer(
        to request: HTTPRequest, _ origin: Origin, _ credentials: HTTPCredentials?,
        _ handle: CurlHandle, _ isCancelled: CancellationFlag
    ) -> Result<HTTPResponse, HTTPError> {
        let transfer = Transfer(
            limits: request.limits, addresses: configuration.addresses, isCancelled: isCancelled)
        handle.prepare(request, configuration, credentials, scheme, transfer)
        let (result, words) = handle.perform()
        guard result == CLIBCURL_OK else {
            let isRefused = transfer.hasRefusedAddress && result == CLIBCURL_NOT_CONNECTED
            let reason = isRefused ? .addressRefused : HTTPError.Reason(curl: result, words)
            return .failure(
                HTTPError(
                    transfer.refusal ?? reason, host: origin.name,
                    mayHaveArrived: CurlHandle.mayHaveArrived(result)))
        }
        guard transfer.isHeaderWhole else {
            return .failure(
                HTTPError(
                    .answerBroken("the header is cut short"), host: origin.name,
                    mayHaveArrived: true))
        }
        let response = HTTPResponse(
            status: handle.status, fields: transfer.fields, body: transfer.body, url: request.url)
        if case .password? = credentials?.kind {
            let offers = (transfer.challenges ?? response.fields.list("WWW-Authenticate"))?
                .lowercased()
            if response.status == 401, credentials?.mayBeSeen == false, let offers,
                offers.contains("basic"), !offers.contains("digest")
            {
                return .failure(HTTPError(.notEncrypted, host: origin.name))
            }
            if response.status == 401 {
                let used = scheme
                scheme = nil
                // It wants something else than the last time. This handle has seen its challenge, and would take the next
                // one for a refusal of the password.
                if let used, let offers, !offers.contains(used.rawValue) {
                    self.handle = nil
                    return perform(request, credentials, isCancelled)
                }
            } else if scheme == nil, let offers {
                scheme = offers.contains("digest") ? .digest : .basic
            }
        }
        return .success(response)
    }
}

/// How a server is told a password (RFC 7617, RFC 7616).
package enum AuthenticationScheme: String, Sendable {
    /// As it is.
    case basic
    /// Only a digest of it.
    case digest
}

/// Is set from anywhere, and seen by the transfer.
