internal import CExpat

/// Reads XML with expat, which knows namespaces. It opens no other document, and takes none with a DOCTYPE: without one
/// there are no entities but the five of XML, so none that grow.
///
/// Expat and not libxml2 or Foundation's: it loads in 0.13 ms rather than 2 ms or 25 ms, and has kept its file name since
/// 2001, where libxml2's changes with Debian 14.
enum XMLReader {
    /// Why a document was not read.
    enum Fault: Error, Hashable {
        case libraryMissing(String)
        case broken(String)
    }

    /// Elements within each other; answers have nine.
    static let maximumDepth = 100

    /// Reads a whole document, which must end where the bytes do.
    ///
    /// Where it is broken in a way that servers have, by control characters and invalid UTF-8 of users' texts, these are
    /// left out.
    static func read(_ bytes: [UInt8]) throws(Fault) -> MultistatusBuilder {
        if let fault = cexpat_load() { throw .libraryMissing(String(cString: fault)) }
        let first = Reading.result(of: bytes)
        if first.fault == CEXPAT_INVALID_TOKEN || first.fault == CEXPAT_BAD_CHARACTER_REFERENCE {
            let second = Reading.result(of: XMLRepair.repaired(bytes))
            if second.words == nil { return second.builder }
        }
        if let words = first.words { throw .broken(words) }
        return first.builder
    }
}

/// One document that is being read. Expat has a pointer to it, which nothing else uses meanwhile.
private struct Reading {
    var builder = MultistatusBuilder()
    var parser: OpaquePointer?
    var depth = 0
    var refusal: String?

    /// What the bytes say; expat's number of the fault, and words for it where there is one.
    static func result(
        of bytes: [UInt8]
    ) -> (builder: MultistatusBuilder, fault: Int, words: String?) {
        let reading = UnsafeMutablePointer<Reading>.allocate(capacity: 1)
        reading.initialize(to: Reading())
        defer {
            reading.deinitialize(count: 1)
            reading.deallocate()
        }
        guard let parser = parser(for: reading) else {
            return (MultistatusBuilder(), 0, "no memory")
        }
        defer { cexpat_free(parser) }
        reading.pointee.parser = parser
        guard !parse(bytes, parser) else { return (reading.pointee.builder, 0, nil) }
        if let refusal = reading.pointee.refusal { return (MultistatusBuilder(), 0, refusal) }
        let fault = cexpat_fault(parser)
        let words = "\(String(cString: cexpat_fault_text(fault))), line \(cexpat_line(parser))"
        return (MultistatusBuilder(), Int(fault), words)
    }

    private static func parser(for reading: UnsafeMutablePointer<Reading>) -> OpaquePointer? {
        cexpat_new(
            CChar(UInt8(ascii: "|")), reading,
            { reading, name, attributes in
                guard let name else { return }
                reading?.assumingMemoryBound(to: Reading.self).pointee.start(name, attributes)
            },
            { reading, _ in reading?.assumingMemoryBound(to: Reading.self).pointee.end() },
            { reading, bytes, size in
                let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(size))
                reading?.assumingMemoryBound(to: Reading.self).pointee.builder.text(bytes)
            },
            { reading, _, _, _, _ in
                reading?.assumingMemoryBound(to: Reading.self).pointee
                    .refuse("it has a document type")
            })
    }

    /// In pieces, because expat copies what it is given.
    private static func parse(_ bytes: [UInt8], _ parser: OpaquePointer) -> Bool {
        bytes.withUnsafeBytes { all in
            var start = 0
            repeat {
                let size = min(all.count - start, 256 << 10)
                let piece = all.baseAddress?.advanced(by: start)
                    .assumingMemoryBound(to: CChar.self)
                start += size
                let isLast: Int32 = start == all.count ? 1 : 0
                guard cexpat_parse(parser, piece, Int32(size), isLast) == CEXPAT_OK else {
                    return false
                }
            } while start < all.count
            return true
        }
    }

    private mutating func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        depth += 1
        if depth > XMLReader.maximumDepth {
            refuse("more than \(XMLReader.maximumDepth) elements within each other")
        } else {
            builder.start(name, attributes)
        }
    }

    private mutating func end() {
        depth -= 1
        builder.end()
    }

    private mutating func refuse(_ cause: String) {
        refusal = refusal ?? cause
        cexpat_stop(parser)
    }
}
