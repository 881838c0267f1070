internal import Glibc
internal import CLibcurl
internal import CalendarFiles

/// What comes in during one request, within its limits. Used by the thread that runs the transfer alone.
final class Transfer {
    private let limits: HTTPLimits
    private let addresses: AddressPolicy
    private let isCancelled: CancellationFlag
    private(set) var fields: HTTPFields = [:]
    private(set) var body: [UInt8] = []
    /// What the server asked for before the answer that counts.
    private(set) var challenges: String?
    /// Why the transfer was ended from here.
    private(set) var refusal: HTTPError.Reason?
    /// Whether an address was not connected to. Another one of the host may be.
    private(set) var hasRefusedAddress = false
    /// Whether the empty line after the header has come: libcurl takes a header for whole that ends with the connection.
    private(set) var isHeaderWhole = false
    private var headerSize = 0

    init(limits: HTTPLimits, addresses: AddressPolicy, isCancelled: CancellationFlag) {
        (self.limits, self.addresses, self.isCancelled) = (limits, addresses, isCancelled)
    }

    /// Takes a line of a header; false ends the transfer.
    func take(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headerSize += line.count
        guard headerSize <= limits.headerSize else {
            refusal = .headerTooLarge(limit: limits.headerSize)
            return false
        }
        if line.starts(with: Array("HTTP/".utf8)) {
            // Another answer begins: after 100, a proxy's or a request for credentials.
            challenges = fields.list("WWW-Authenticate") ?? challenges
            (fields, body, isHeaderWhole) = ([:], [], false)
        } else if line.allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
            isHeaderWhole = true
        } else {
            fields.add(line: line)
        }
        return true
    }

    /// Takes decoded content; false ends the transfer.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= limits.bodySize - body.count else {
            refusal = .tooLarge(limit: limits.bodySize)
            return false
        }
        body += bytes
        return true
    }

    /// Whether to go on.
    var goesOn: Bool {
        if isCancelled.isSet { refusal = .cancelled }
        return refusal == nil
    }

    /// A socket for an address; -1 where it must not be connected to.
    func socket(for address: clibcurl_address) -> Int32 {
        let bytes = withUnsafeBytes(of: address.bytes) { raw -> [UInt8]? in
            switch address.family {
            case AF_INET: Array(raw[4..<8])
            case AF_INET6: Array(raw[8..<24])
            default: nil
            }
        }
        guard let bytes, addresses.allows(bytes) else {
            hasRefusedAddress = true
            return -1
        }
        return Glibc.socket(
            address.family, address.type | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
    }
}
