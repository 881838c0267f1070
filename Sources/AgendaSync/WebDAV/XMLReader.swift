internal import CExpat

/// Takes what a document holds, in its order.
protocol XMLSink: AnyObject {
    /// - Parameters:
    ///   - name: Namespace, `|` and local name.
    ///   - attributes: Pairs of name and value, and NULL.
    func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?)
    func text(_ bytes: UnsafeRawBufferPointer)
    func end()
}

/// Reads XML with expat, which knows namespaces. It opens no other document, and takes none with a DOCTYPE: without one
/// there are no entities but the five of XML, so none that grow.
///
/// Expat and not libxml2 or Foundation's: it loads in 0.13 ms rather than 2 ms or 25 ms, and has kept its file name since
/// 2001, where libxml2's changes with Debian 14.
final class XMLReader {
    /// Why a document was not read.
    enum Fault: Error, Hashable {
        case libraryMissing(String)
        case broken(String)
    }

    /// Elements within each other; answers have nine.
    static let maximumDepth = 100

    private var parser: OpaquePointer?
    private let sink: any XMLSink
    private var depth = 0
    private var refusal: String?

    private init(_ sink: any XMLSink) { self.sink = sink }

    /// Reads a whole document, which must end where the bytes do.
    ///
    /// - Parameter makeSink: Called once, or twice where the document was broken in a way that servers have: control
    ///   characters and invalid UTF-8 from texts of users. These are left out.
    static func read<Sink: XMLSink>(
        _ bytes: [UInt8], into makeSink: () -> Sink
    ) throws(Fault) -> Sink {
        if let fault = cexpat_load() { throw .libraryMissing(String(cString: fault)) }
        let sink = makeSink()
        guard let (fault, words) = XMLReader(sink).read(bytes) else { return sink }
        if fault == CEXPAT_INVALID_TOKEN || fault == CEXPAT_BAD_CHARACTER_REFERENCE {
            let sink = makeSink()
            if XMLReader(sink).read(XMLRepair.repaired(bytes)) == nil { return sink }
        }
        throw .broken(words)
    }

    private func read(_ bytes: [UInt8]) -> (fault: Int, words: String)? {
        let target = Unmanaged.passUnretained(self).toOpaque()
        parser = cexpat_new(
            CChar(UInt8(ascii: "|")), target,
            { target, name, attributes in
                guard let name else { return }
                XMLReader.at(target).start(name, attributes)
            },
            { target, _ in XMLReader.at(target).end() },
            { target, bytes, size in
                XMLReader.at(target).sink.text(
                    UnsafeRawBufferPointer(start: bytes, count: Int(size)))
            },
            { target, _, _, _, _ in XMLReader.at(target).refuse("it has a document type") })
        guard let parser else { return (0, "no memory") }
        defer { cexpat_free(parser) }
        return bytes.withUnsafeBytes { all in
            // In pieces, because expat copies what it is given.
            var (start, result) = (0, CEXPAT_OK)
            repeat {
                let size = min(all.count - start, 256 << 10)
                let piece = all.baseAddress?.advanced(by: start).assumingMemoryBound(
                    to: CChar.self)
                start += size
                result = Int(
                    cexpat_parse(parser, piece, Int32(size), start == all.count ? 1 : 0))
            } while result == CEXPAT_OK && start < all.count
            guard result != CEXPAT_OK else { return nil }
            let fault = cexpat_fault(parser)
            return (
                refusal == nil ? Int(fault) : 0,
                refusal
                    ?? "\(String(cString: cexpat_fault_text(fault))), line \(cexpat_line(parser))"
            )
        }
    }

    private func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        depth += 1
        if depth > Self.maximumDepth {
            refuse("more than \(Self.maximumDepth) elements within each other")
        } else {
            sink.start(name, attributes)
        }
    }

    private func end() {
        depth -= 1
        sink.end()
    }

    private func refuse(_ cause: String) {
        refusal = refusal ?? cause
        cexpat_stop(parser)
    }

    /// The reader that expat was given; it lives until ``read(_:)`` has returned.
    private static func at(_ target: UnsafeMutableRawPointer?) -> XMLReader {
        guard let target else { fatalError("expat forgot what it was given") }
        return Unmanaged.fromOpaque(target).takeUnretainedValue()
    }
}
