internal import CExpat

/// Takes what a document consists of, in the order of the document.
protocol XMLHandler {
    /// An element begins.
    ///
    /// - Parameters:
    ///   - name: Namespace, `|` and local name; the local name alone outside of any namespace.
    ///   - attributes: Pairs of name and value, and NULL.
    mutating func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?)
    /// A piece of text.
    mutating func text(_ bytes: UnsafeRawBufferPointer)
    /// The innermost open element ends.
    mutating func end()
}

/// Reads XML with expat, which knows namespaces. It opens no other document, and takes none with a DOCTYPE: without one
/// there are no entities but the five of XML, so none that grow.
///
/// Expat and not libxml2 or Foundation's: it loads in 0.13 ms rather than 2 ms or 25 ms, and has kept its file name since
/// 2001, where libxml2's changes with Debian 14.
package enum XMLReader {
    /// Why a document was not read.
    package enum Fault: Error, Hashable {
        /// Expat cannot be loaded; says why.
        case libraryMissing(String)
        /// The document is no XML, or more than is taken; says what is wrong.
        case broken(String)
    }

    /// Elements within each other that an answer may have; most have nine.
    static let maximumDepth = 100

    /// Reads a whole answer, which must end where the bytes do.
    ///
    /// Where it is broken in a way that servers have, by control characters and invalid UTF-8 of users' texts, these are
    /// left out.
    static func read(_ bytes: [UInt8]) throws(Fault) -> MultistatusBuilder {
        var first = MultistatusBuilder()
        guard let wrong = try parse(bytes, into: &first, depth: maximumDepth) else { return first }
        if wrong.fault == CEXPAT_INVALID_TOKEN || wrong.fault == CEXPAT_BAD_CHARACTER_REFERENCE {
            var second = MultistatusBuilder()
            let repaired = XMLRepair.repaired(bytes)
            if try parse(repaired, into: &second, depth: maximumDepth) == nil { return second }
        }
        throw .broken(wrong.words)
    }

    /// Reads a whole document, which must end where the bytes do, as it is.
    ///
    /// - Parameters:
    ///   - depth: How many elements may be within each other.
    ///   - elements: How many there may be in all.
    static func read(
        _ bytes: [UInt8], into handler: inout some XMLHandler, depth: Int, elements: Int
    ) throws(Fault) {
        let wrong = try parse(bytes, into: &handler, depth: depth, elements: elements)
        if let wrong { throw .broken(wrong.words) }
    }

    /// What is wrong with the document: expat's number of the fault, 0 where it is not expat's, and words for it.
    private static func parse(
        _ bytes: [UInt8], into handler: inout some XMLHandler, depth: Int, elements: Int = .max
    ) throws(Fault) -> (fault: Int, words: String)? {
        if let fault = cexpat_load() { throw .libraryMissing(String(cString: fault)) }
        return withUnsafeMutablePointer(to: &handler) { handler in
            var reading = Reading(
                most: depth, elements: elements,
                onStart: { handler.pointee.start($0, $1) },
                onText: { handler.pointee.text($0) },
                onEnd: { handler.pointee.end() })
            return withUnsafeMutablePointer(to: &reading) { Reading.fault(of: bytes, $0) }
        }
    }
}

/// One document that is being read. Expat has a pointer to it, which nothing else uses meanwhile.
private struct Reading {
    /// How many elements may be open.
    let most: Int
    /// How many more may begin.
    var elements: Int
    // A function for C cannot be generic, so the handler is behind closures.
    let onStart: (UnsafePointer<CChar>, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Void
    let onText: (UnsafeRawBufferPointer) -> Void
    let onEnd: () -> Void
    var parser: OpaquePointer?
    var depth = 0
    var refusal: String?

    static func fault(
        of bytes: [UInt8], _ reading: UnsafeMutablePointer<Reading>
    ) -> (fault: Int, words: String)? {
        guard let parser = parser(for: reading) else { return (0, "no memory") }
        defer { cexpat_free(parser) }
        reading.pointee.parser = parser
        guard !parse(bytes, parser) else { return nil }
        if let refusal = reading.pointee.refusal { return (0, refusal) }
        let fault = cexpat_fault(parser)
        let words = "\(String(cString: cexpat_fault_text(fault))), line \(cexpat_line(parser))"
        return (Int(fault), words)
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
                reading?.assumingMemoryBound(to: Reading.self).pointee.onText(bytes)
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
        elements -= 1
        if depth > most {
            refuse("more than \(most) elements within each other")
        } else if elements < 0 {
            refuse("too many elements")
        } else {
            onStart(name, attributes)
        }
    }

    private mutating func end() {
        depth -= 1
        onEnd()
    }

    private mutating func refuse(_ cause: String) {
        refusal = refusal ?? cause
        cexpat_stop(parser)
    }
}
