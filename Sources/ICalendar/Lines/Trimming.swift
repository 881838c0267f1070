extension BidirectionalCollection {
    /// The collection without the elements at both ends that `isOuter` accepts.
    package func trimming(_ isOuter: (Element) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !isOuter($0) }),
            let last = lastIndex(where: { !isOuter($0) })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
