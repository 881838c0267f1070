internal import FoundationEssentials
internal import ICalendar

/// Requests to a service's addresses, and what they give.
struct OAuthEndpoint: Sendable {
    let service: OAuthService
    let http: HTTPClient
    let exchange: any HTTPExchange
    let now: @Sendable () -> Instant

    /// What a service gives (RFC 6749 section 5.1).
    struct Tokens: Sendable {
        var access: Secret
        /// When ``access`` ends; nil where the service does not say.
        var end: Instant?
        var refresh: Secret?
    }

    /// An error that the service names (RFC 6749 section 5.2), as it came.
    struct Refusal: Error { var code: String }

    /// Asks for tokens.
    func tokens(_ form: [(String, String)]) async throws(OAuthError) -> Result<Tokens, Refusal> {
        let (status, answer) = try await post(form, to: service.token)
        if let refusal = answer.error { return .failure(Refusal(code: refusal)) }
        guard status == 200, let access = answer.access_token, !access.isEmpty,
            HTTPFields.canSend("Authorization", access),
            answer.token_type?.lowercased() ?? "bearer" == "bearer"
        else { throw OAuthError(.answerBroken(status: status)) }
        return .success(
            Tokens(
                access: Secret(access), end: answer.expires_in.map { now() + $0.seconds },
                refresh: answer.refresh_token.flatMap { $0.isEmpty ? nil : Secret($0) }))
    }

    /// What any of the addresses answers, under the names of the standards.
    struct Answer: Decodable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var access_token: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var token_type: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var refresh_token: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var expires_in: Seconds?
        var error: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var device_code: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var user_code: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var verification_uri: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var verification_url: String?
        // swift-format-ignore: AlwaysUseLowerCamelCase
        var verification_uri_complete: String?
        var interval: Seconds?
    }

    /// A number, which some services send as a text. Within a year: what is beyond may be too large to count with.
    struct Seconds: Decodable {
        var seconds: Int

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let number = try? value.decode(Double.self)
            let found = try number ?? Double(value.decode(String.self)) ?? 0
            seconds = Int(min(max(found, 0), 31_536_000))
        }
    }

    /// Sends a form with the client's name, and its secret where it has one.
    func post(
        _ form: [(String, String)], to url: URL
    ) async throws(OAuthError) -> (status: Int, answer: Answer) {
        guard let origin = Origin(url), origin.isEncrypted || origin.isLoopback else {
            throw OAuthError(.notEncrypted)
        }
        var form = form + [("client_id", service.clientID)]
        if let source = service.clientSecret {
            do { form.append(("client_secret", try await source.read().text)) } catch {
                throw OAuthError(.credentials(error))
            }
        }
        let fields: HTTPFields = [
            "Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json",
        ]
        var request = HTTPRequest("POST", url, fields: fields, body: Array(Self.encoded(form).utf8))
        request.limits = HTTPLimits(bodySize: 1 << 20)
        request.limits.deadline = 60
        let response: HTTPResponse
        do { response = try await http.send(request, through: exchange) } catch {
            throw OAuthError(error.reason == .cancelled ? .cancelled : .noAnswer(error))
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body)) else {
            throw OAuthError(.answerBroken(status: response.status))
        }
        return (response.status, answer)
    }

    /// A form's text, which is also that of a query (WHATWG's URL standard, section 5).
    static func encoded(_ form: [(String, String)]) -> String {
        form.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
    }

    /// A refusal as the error that a person can do something about. Its code is the service's own text.
    static func error(_ refusal: Refusal) -> OAuthError {
        switch refusal.code {
        case "access_denied": OAuthError(.denied)
        case "expired_token": OAuthError(.expired)
        default:
            OAuthError(
                .refused(
                    String(
                        refusal.code.prefix(64).filter { $0.isASCII && ($0.isLetter || $0 == "_") })
                ))
        }
    }
}
