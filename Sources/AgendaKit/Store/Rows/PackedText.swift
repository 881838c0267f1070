internal import ICalendar

/// The texts of components as the store keeps them: packed where that makes them shorter, which halves most.
///
/// A packed text begins with ``mark``, which no text of a calendar has at its beginning, and the text's length in groups of
/// seven bits, the lowest first. Pieces follow as in the LZ4 block format: a byte with the number of bytes to take over and,
/// less 4, of bytes to repeat (15 means that further bytes are added, up to the first that is not 255); the bytes to take
/// over; in two bytes how far back the repeated ones begin. What is repeated may lie in ``words``, which stands before each
/// text. The last piece repeats nothing.
///
/// Each text is packed by itself, so that a change costs its own row.
enum PackedText {
    /// Never part of UTF-8.
    static let mark: UInt8 = 0xC1

    /// Fewer bytes are not repeated.
    private static let shortest = 4
    private static let furthest = 0xFFFF
    /// As many bits has a place in the table of what stands where.
    private static let hashBits: UInt32 = 12

    /// What to store of a text.
    static func stored(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.count <= Int32.max else { return text }
        // Where nothing repeats, a byte in 255 comes to it.
        let capacity = text.count + text.count / 255 + 16
        // What is found here is copied: the text takes no more memory than it needs.
        let packed = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { output in
            withUnsafeTemporaryAllocation(byteCount: words.count + text.count, alignment: 16) {
                bytes in
                words.withUnsafeBytes { bytes.copyMemory(from: $0) }
                text.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: bytes[words.count...])
                        .copyMemory(from: $0)
                }
                let count = pack(UnsafeRawBufferPointer(bytes), into: output)
                return count < text.count || text.first == mark ? Array(output[..<count]) : nil
            }
        }
        // Unpacking takes a fifth of the time, and what is stored may be all that is left of an event.
        // Not `==`, which compares byte by byte in a build for tests.
        guard let packed,
            packed.withUnsafeBytes(Self.text).withUnsafeBytes({ text.withUnsafeBytes($0.equals) })
        else { return text }
        return packed[...]
    }

    /// - Parameter bytes: ``words`` and the text.
    private static func pack(
        _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        guard let base = bytes.baseAddress, let first = output.baseAddress else { return 0 }
        var writer = Writer(first)
        writer.begin(length: bytes.count - words.count)
        return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: places.count) { table in
            places.withUnsafeBytes { UnsafeMutableRawBufferPointer(table).copyMemory(from: $0) }
            let end = bytes.count
            var (place, taken) = (words.count, words.count)
            while place &+ shortest <= end {
                let word = word(base, place)
                let slot = slot(word)
                let distance = (place &- Int(table[slot])) & furthest
                let earlier = place &- distance
                table[slot] = UInt16(truncatingIfNeeded: place)
                guard distance > 0, earlier >= 0, Self.word(base, earlier) == word else {
                    // What cannot be packed is passed in longer and longer steps.
                    place &+= 1 &+ (place &- taken) >> 6
                    continue
                }
                let length =
                    shortest
                    &+ common(
                        base, earlier &+ shortest, place &+ shortest, end: end)
                writer.write(
                    base + taken, count: place &- taken, repeating: length &- shortest,
                    back: distance)
                place &+= length
                taken = place
                if place &+ shortest <= end {
                    table[Self.slot(Self.word(base, place &- 2))] = UInt16(
                        truncatingIfNeeded: place &- 2)
                }
            }
            writer.write(base + taken, count: end &- taken, repeating: nil, back: 0)
            return writer.count
        }
    }

    /// How many bytes from two places on are the same.
    private static func common(
        _ base: UnsafeRawPointer, _ earlier: Int, _ later: Int, end: Int
    ) -> Int {
        var count = 0
        while later &+ count &+ 8 <= end {
            let difference =
                base.loadUnaligned(fromByteOffset: earlier &+ count, as: UInt64.self)
                ^ base.loadUnaligned(fromByteOffset: later &+ count, as: UInt64.self)
            if difference != 0 {
                return count &+ UInt64(littleEndian: difference).trailingZeroBitCount / 8
            }
            count &+= 8
        }
        while later &+ count < end,
            base.load(fromByteOffset: earlier &+ count, as: UInt8.self)
                == base.load(fromByteOffset: later &+ count, as: UInt8.self)
        {
            count &+= 1
        }
        return count
    }

    private static func word(_ bytes: UnsafeRawPointer, _ place: Int) -> UInt32 {
        bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }

    private static func slot(_ word: UInt32) -> Int {
        // Fibonacci hashing: the highest bits of the product with 2^32 divided by the golden ratio.
        Int((word &* 2_654_435_769) >> (32 - hashBits))
    }

    /// Where the words of ``words`` stand, by their ``slot(_:)``: the lower 16 bits of a place, which is as far as a piece can
    /// refer. It is copied for each text, so it is small.
    private static let places: [UInt16] = words.withUnsafeBytes { bytes in
        var places = [UInt16](repeating: 0, count: 1 << Int(hashBits))
        guard let base = bytes.baseAddress else { return places }
        for place in 0...(bytes.count - shortest) {
            places[slot(word(base, place))] = UInt16(place)
        }
        return places
    }

    /// The text that a column holds, packed or not; if it is damaged, what can be read of it, which its digest tells.
    static func text(_ stored: UnsafeRawBufferPointer) -> [UInt8] {
        guard stored.first == mark else { return Array(stored) }
        var reader = Reader(stored)
        let length = min(reader.length() ?? 0, stored.count * 255)
        return [UInt8](unsafeUninitializedCapacity: length) { output, count in
            let room = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(output)[..<length])
            count = words.withUnsafeBytes { reader.unpack(into: room, $0) }
        }
    }
}

/// Writes the pieces of a packed text.
private struct Writer {
    /// There is room for all that can come.
    private let output: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(_ output: UnsafeMutablePointer<UInt8>) { self.output = output }

    mutating func begin(length: Int) {
        append(PackedText.mark)
        var rest = length
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func write(
        _ bytes: UnsafeRawPointer, count length: Int, repeating extra: Int?, back distance: Int
    ) {
        append(UInt8(truncatingIfNeeded: min(length, 15) << 4 | min(extra ?? 0, 15)))
        appendRest(of: length)
        UnsafeMutableRawPointer(output + count).copyMemory(from: bytes, byteCount: length)
        count &+= length
        guard let extra else { return }
        append(UInt8(truncatingIfNeeded: distance))
        append(UInt8(truncatingIfNeeded: distance >> 8))
        appendRest(of: extra)
    }

    private mutating func appendRest(of number: Int) {
        guard number >= 15 else { return }
        var rest = number - 15
        while rest >= 255 {
            append(255)
            rest -= 255
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    private mutating func append(_ byte: UInt8) {
        output[count] = byte
        count &+= 1
    }
}

/// Reads the pieces of a packed text, which may be damaged in any way.
private struct Reader {
    private let input: UnsafeRawBufferPointer
    /// Of the next byte; the mark is passed.
    private var place = 1

    init(_ input: UnsafeRawBufferPointer) { self.input = input }

    mutating func length() -> Int? {
        var length = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = next() else { return nil }
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return length }
        }
        return nil
    }

    /// Reads pieces until `output` is full, or one of them cannot be; returns how many bytes they gave.
    mutating func unpack(
        into output: UnsafeMutableRawBufferPointer, _ words: UnsafeRawBufferPointer
    ) -> Int {
        var count = 0
        while let head = next() {
            guard let taken = rest(of: Int(head >> 4)), taken <= input.count - place,
                taken <= output.count - count
            else { return count }
            UnsafeMutableRawBufferPointer(rebasing: output[count...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: input[place..<(place + taken)]))
            place += taken
            count += taken
            if place == input.count { return count }
            guard let low = next(), let high = next(),
                let extra = rest(of: Int(head & 0xF)), extra + 4 <= output.count - count
            else { return count }
            let start = count - (Int(high) << 8 | Int(low))
            guard start < count, start >= -words.count else { return count }
            let length = extra + 4
            if start >= 0, start + length <= count {
                UnsafeMutableRawBufferPointer(rebasing: output[count...])
                    .copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: output[start..<(start + length)]))
                count += length
                continue
            }
            // Byte by byte: what is repeated may overlap with itself.
            for from in start..<(start + length) {
                output[count] = from < 0 ? words[words.count + from] : output[from]
                count += 1
            }
        }
        return count
    }

    private mutating func rest(of number: Int) -> Int? {
        guard number == 15 else { return number }
        var number = number
        while let byte = next() {
            number += Int(byte)
            if byte < 255 { return number }
        }
        return nil
    }

    private mutating func next() -> UInt8? {
        guard place < input.count else { return nil }
        defer { place += 1 }
        return input[place]
    }
}
