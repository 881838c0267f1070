internal import Foundation
internal import GRDB

extension Row {
    /// Appends all values, each with its type and length, so that different values give different bytes.
    func append(to bytes: inout [UInt8]) {
        func append(_ type: UInt8, _ content: some Sequence<UInt8>, count: Int) {
            bytes.append(type)
            withUnsafeBytes(of: Int64(count).littleEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: content)
        }
        for (_, value) in self {
            switch value.storage {
            case .null: append(0, [], count: 0)
            case .int64(let number):
                withUnsafeBytes(of: number.littleEndian) { append(1, $0, count: 8) }
            case .double(let number):
                withUnsafeBytes(of: number.bitPattern.littleEndian) { append(2, $0, count: 8) }
            case .string(let text): append(3, text.utf8, count: text.utf8.count)
            case .blob(let data): append(4, data, count: data.count)
            }
        }
    }
}
