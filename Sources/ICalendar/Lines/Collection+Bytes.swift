extension Collection<UInt8> {
    /// Gives `body` the bytes in one piece: those of an array, a slice of one, a buffer or a text's UTF-8 where
    /// they lie, those of any other collection in a copy.
    @inlinable
    func withBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try withContiguousStorageIfAvailable { try body(UnsafeRawBufferPointer($0)) }
            ?? Array(self).withUnsafeBytes(body)
    }
}
