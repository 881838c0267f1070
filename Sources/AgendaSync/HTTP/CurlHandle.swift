internal import CLibcurl
internal import FoundationEssentials

/// Owns one of curl's handles.
final class CurlHandle {
    private let handle: OpaquePointer
    private var headers: UnsafeMutablePointer<clibcurl_list>?
    /// What curl reads or writes while the transfer runs.
    private var body: [UInt8] = []
    private var transfer: Transfer?
    /// `CURL_ERROR_SIZE` bytes.
    private let words = UnsafeMutablePointer<CChar>.allocate(capacity: 256)

    init?() {
        guard let handle = clibcurl_new() else { return nil }
        self.handle = handle
    }

    deinit {
        clibcurl_free(handle)
        clibcurl_free_list(headers)
        words.deallocate()
    }

    /// The status of the last answer.
    var status: Int { clibcurl_status(handle) }

    /// Sets all that differs between requests, and the rest.
    func prepare(
        _ request: HTTPRequest, _ configuration: CurlExchange.Configuration,
        _ credentials: HTTPCredentials?, _ scheme: AuthenticationScheme?, _ transfer: Transfer
    ) {
        self.transfer = transfer
        body = request.body
        // A request over a connection that the server has just closed is sent again over another one, five times in the
        // life of a handle: the sixth fails. A reset begins to count anew; it would also forget the nonces of Digest.
        if case .password? = credentials?.kind, scheme != .basic {} else { clibcurl_reset(handle) }
        words.initialize(repeating: 0, count: 256)
        set(CLIBCURL_ERROR_TEXT, pointer: words)
        set(CLIBCURL_URL, request.url.absoluteString)
        set(CLIBCURL_PROTOCOLS, "http,https")
        set(CLIBCURL_REFUSE_USER_IN_URL, 1)
        set(CLIBCURL_FOLLOW_LOCATION, 0)
        set(CLIBCURL_NO_SIGNAL, 1)
        // CURL_HTTP_VERSION_1_1
        set(CLIBCURL_HTTP_VERSION, 2)
        set(CLIBCURL_USER_AGENT, configuration.agent)
        // Whatever this libcurl can decode.
        set(CLIBCURL_ACCEPT_ENCODING, "")
        // Nil follows the variables for proxies. A proxy would carry away what may be sent to this machine only.
        let isDirect =
            configuration.addresses == .publicOnly || Origin(request.url)?.isLoopback == true
        set(CLIBCURL_PROXY, isDirect ? "" : nil)
        set(CLIBCURL_SUPPRESS_CONNECT_HEADERS, 1)
        // None set keeps the system's.
        if let file = configuration.authorities {
            set(CLIBCURL_AUTHORITIES_FILE, file)
            set(CLIBCURL_AUTHORITIES_FOLDER, nil)
        }
        set(CLIBCURL_CLIENT_CERTIFICATE, configuration.certificate)
        set(CLIBCURL_CLIENT_KEY, configuration.certificate)
        // Without one OpenSSL asks the terminal for the password of an encrypted key.
        set(CLIBCURL_CLIENT_KEY_PASSWORD, "")
        setMethod(request)
        setLimits(request.limits)
        setCredentials(credentials, scheme)
        setCalls(transfer)
    }

    /// Runs what was prepared; gives curl's result and its own words on it.
    func perform() -> (result: Int32, words: String) {
        let result = body.withUnsafeMutableBytes { bytes in
            if !bytes.isEmpty {
                set(CLIBCURL_BODY, pointer: bytes.baseAddress)
                _ = clibcurl_set_size(handle, CLIBCURL_BODY_SIZE, Int64(bytes.count))
            }
            let result = clibcurl_perform(handle)
            // No pointer into memory of ours is left in the handle.
            set(CLIBCURL_BODY, pointer: nil)
            return result
        }
        (transfer, body) = (nil, [])
        let text = String(cString: words)
        return (result, text.isEmpty ? String(cString: clibcurl_fault_text(result)) : text)
    }

    private func setMethod(_ request: HTTPRequest) {
        set(CLIBCURL_HTTP_GET, 1)
        set(CLIBCURL_NO_BODY, request.method == "HEAD" ? 1 : 0)
        set(CLIBCURL_METHOD, ["GET", "HEAD"].contains(request.method) ? nil : request.method)
        clibcurl_free_list(headers)
        headers = nil
        var lines = request.fields.all.map { field in
            field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        // Without these curl says that a form comes, and waits a second for leave to send a large one.
        if !request.body.isEmpty {
            if request.fields["Content-Type"] == nil { lines.append("Content-Type:") }
            lines.append("Expect:")
        } else if ["PUT", "POST"].contains(request.method) {
            lines.append("Content-Length: 0")
        }
        for line in lines { headers = clibcurl_append(headers, line) ?? headers }
        set(CLIBCURL_HEADERS, pointer: headers)
    }

    private func setLimits(_ limits: HTTPLimits) {
        set(CLIBCURL_CONNECT_TIMEOUT_MS, limits.connecting * 1_000)
        set(CLIBCURL_TIMEOUT_MS, limits.deadline * 1_000)
        set(CLIBCURL_LOW_SPEED_LIMIT, limits.minimumRate)
        set(CLIBCURL_LOW_SPEED_TIME, limits.slowness)
    }

    private func setCredentials(_ credentials: HTTPCredentials?, _ scheme: AuthenticationScheme?) {
        set(CLIBCURL_USER_NAME, nil)
        set(CLIBCURL_PASSWORD, nil)
        set(CLIBCURL_BEARER, nil)
        switch credentials?.kind {
        case .password(let user, let password)?:
            let (basic, digest) = (Int(CLIBCURL_BASIC), Int(CLIBCURL_DIGEST))
            let allowed = credentials?.mayBeSeen == true ? basic | digest : digest
            let wanted = scheme.map { $0 == .digest ? digest : basic } ?? (basic | digest)
            set(CLIBCURL_HTTP_AUTH, allowed & wanted == 0 ? digest : allowed & wanted)
            set(CLIBCURL_USER_NAME, user)
            set(CLIBCURL_PASSWORD, password.text)
        case .bearer(let token)?:
            set(CLIBCURL_HTTP_AUTH, Int(CLIBCURL_BEARER_TOKEN))
            set(CLIBCURL_BEARER, token.text)
        case nil: set(CLIBCURL_HTTP_AUTH, Int(CLIBCURL_BASIC))
        }
    }

    private func setCalls(_ transfer: Transfer) {
        let target = Unmanaged.passUnretained(transfer).toOpaque()
        set(CLIBCURL_BODY_TARGET, pointer: target)
        set(CLIBCURL_HEADER_TARGET, pointer: target)
        set(CLIBCURL_PROGRESS_TARGET, pointer: target)
        set(CLIBCURL_SOCKET_TARGET, pointer: target)
        set(CLIBCURL_NO_PROGRESS, 0)
        _ = clibcurl_set_on_bytes(handle, CLIBCURL_ON_BODY) { bytes, one, size, target in
            let piece = UnsafeRawBufferPointer(start: bytes, count: one * size)
            return Transfer.at(target).take(piece) ? piece.count : 0
        }
        _ = clibcurl_set_on_bytes(handle, CLIBCURL_ON_HEADER) { bytes, one, size, target in
            let line = UnsafeRawBufferPointer(start: bytes, count: one * size)
            return Transfer.at(target).take(headerLine: line) ? line.count : 0
        }
        _ = clibcurl_set_on_progress(handle) { target, _, _, _, _ in
            Transfer.at(target).goesOn ? 0 : 1
        }
        _ = clibcurl_set_on_socket(handle) { target, _, address in
            address.map { Transfer.at(target).socket(for: $0.pointee) } ?? -1
        }
    }

    private func set(_ option: clibcurl_option, _ value: Int) {
        _ = clibcurl_set_number(handle, option, value)
    }

    private func set(_ option: clibcurl_option, _ value: String?) {
        _ = clibcurl_set_text(handle, option, value)
    }

    private func set(_ option: clibcurl_option, pointer: UnsafeMutableRawPointer?) {
        _ = clibcurl_set_pointer(handle, option, pointer)
    }
}

extension Transfer {
    /// The transfer that curl was given; it lives until ``CurlHandle/perform()`` has returned. libcurl hands back what it was
    /// given, so that nil can only be a fault of this program, after which no answer can be trusted.
    fileprivate static func at(_ target: UnsafeMutableRawPointer?) -> Transfer {
        guard let target else { fatalError("libcurl forgot what it was given") }
        return Unmanaged.fromOpaque(target).takeUnretainedValue()
    }
}

extension CurlHandle {
    /// Whether a request that failed so may have been carried out.
    static func mayHaveArrived(_ result: Int32) -> Bool {
        ![
            CLIBCURL_MALFORMED_URL, CLIBCURL_UNRESOLVED_PROXY, CLIBCURL_UNRESOLVED_HOST,
            CLIBCURL_NOT_CONNECTED, CLIBCURL_TLS_FAILED, CLIBCURL_CERTIFICATE_OF_OURS,
            CLIBCURL_CERTIFICATE_REFUSED, CLIBCURL_AUTHORITIES_UNREADABLE, CLIBCURL_PROXY_FAILED,
        ].map { Int32($0) }.contains(result)
    }
}

extension HTTPError.Reason {
    /// What curl's result means.
    init(curl result: Int32, _ words: String) {
        self =
            switch Int(result) {
            case Int(CLIBCURL_MALFORMED_URL): .invalidAddress
            case Int(CLIBCURL_UNRESOLVED_HOST): .hostUnknown
            case Int(CLIBCURL_UNRESOLVED_PROXY), Int(CLIBCURL_NOT_CONNECTED),
                Int(CLIBCURL_PROXY_FAILED):
                .notConnected(words)
            case Int(CLIBCURL_TIMED_OUT): .timedOut
            case Int(CLIBCURL_TLS_FAILED), Int(CLIBCURL_CERTIFICATE_REFUSED): .notTrusted(words)
            case Int(CLIBCURL_CERTIFICATE_OF_OURS), Int(CLIBCURL_AUTHORITIES_UNREADABLE):
                .certificateUnusable(words)
            default: .answerBroken(words)
            }
    }
}
