internal import CalendarMerge
internal import Glibc

/// Where a domain says that its calendars are (RFC 6764 sections 3 and 4).
package struct ServiceLocation: Hashable, Sendable {
    /// Speaks https.
    package var host: String
    /// Of https.
    package var port: Int
    /// Where to begin there; nil where the domain does not say.
    package var path: String?

    /// A place.
    package init(host: String, port: Int, path: String? = nil) {
        (self.host, self.port, self.path) = (host, port, path)
    }
}

/// Asks the name servers of this machine.
package enum ServiceLookup {
    /// Where the calendars of a domain are, the best place first; none where it does not say or nobody answers.
    ///
    /// - Parameter domain: Such as `example.org`.
    package static func find(_ domain: String) async -> [ServiceLocation] {
        // The resolver blocks, for seconds where no name server answers.
        await OwnThread.value {
            let name = "_caldavs._tcp.\(domain)"
            let services = message(name, DNSMessage.service)?.services ?? []
            let texts = services.isEmpty ? [] : message(name, DNSMessage.text)?.texts ?? []
            return locations(services, texts)
        }
    }

    static func locations(
        _ services: [DNSMessage.Service], _ texts: [String]
    ) -> [ServiceLocation] {
        let path = texts.first { $0.lowercased().hasPrefix("path=/") }.map {
            String($0.dropFirst("path=".count))
        }
        return services.map { ServiceLocation(host: $0.host, port: $0.port, path: path) }
    }

    /// `res_query`, which the headers that Swift sees do not have.
    private typealias Query =
        @convention(c) (
            UnsafePointer<CChar>, Int32, Int32, UnsafeMutablePointer<UInt8>, Int32
        ) -> Int32

    private static let query: Query? = {
        // In libc since glibc 2.34, in a library of its own before.
        let symbol =
            dlsym(nil, "res_query")
            ?? dlopen("libresolv.so.2", RTLD_NOW | RTLD_LOCAL).flatMap { dlsym($0, "__res_query") }
        return symbol.map { unsafeBitCast($0, to: Query.self) }
    }()

    private static func message(_ name: String, _ type: Int) -> DNSMessage? {
        var buffer = [UInt8](repeating: 0, count: 65_535)
        let internet: Int32 = 1
        guard let query else { return nil }
        let length = query(name, internet, Int32(type), &buffer, Int32(buffer.count))
        guard length > 0, length <= buffer.count else { return nil }
        return DNSMessage(Array(buffer[..<Int(length)]))
    }
}
