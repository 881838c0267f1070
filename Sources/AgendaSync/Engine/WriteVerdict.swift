/// What an answer to a PUT or DELETE means for what comes next: a decision without any asking.
enum WriteVerdict: Hashable {
    /// Nothing more can be had from this server for now. Whether the write arrived is unknown where the error says so.
    case stop
    /// Look at the resource: another version, none, or something that the server does not say.
    case look
    /// The calendar may be one that this account may not change; if it is not, the resource is refused.
    case readOnly
    /// Nothing more can be stored.
    case quota
    /// The resource is refused as it is.
    case refused

    init(_ error: DAVError) {
        switch error.reason {
        case .http, .notXML, .libraryMissing: self = .stop
        case .unexpected(let status, _): self = status == 207 ? .look : .stop
        case .tokenRefused: self = .look
        case .status(let status, _):
            switch status {
            case 401, 407, 408, 425, 429, 502, 503, 504: self = .stop
            case 507: self = .quota
            case _ where error.isQuota: self = .quota
            case 403 where error.isReadOnly: self = .readOnly
            case 404, 405, 409, 410, 412, 500...: self = .look
            default: self = .refused
            }
        }
    }
}

/// What the resource's present version says about a PUT whose answer said no, or said nothing.
enum WriteRecheck: Hashable {
    /// There is no such resource: a new one was refused, or the one to replace was deleted by somebody.
    case refused, deleted
    /// The server has what was to be replaced: the text is what it refuses.
    case unchanged
    /// The server has another version, which may be what was sent or somebody else's: to be reconciled.
    case other

    /// - Parameters:
    ///   - etag: The version that the PUT named; nil for a new resource.
    ///   - found: What a GET finds; nil for nothing.
    init(sent: [UInt8], replacing etag: ETag?, isNew: Bool, found: (text: [UInt8], etag: ETag?)?) {
        guard let found else {
            self = isNew ? .refused : .deleted
            return
        }
        let isSame = !isNew && found.etag != nil && found.etag == etag && found.text != sent
        self = isSame ? .unchanged : .other
    }
}
