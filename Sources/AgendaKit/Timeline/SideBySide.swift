/// Where ranges that overlap are drawn side by side: each gets a lane in which it overlaps no other.
///
/// Ranges that overlap, and those that overlap them, are one cluster, whose lanes share the width: an event at noon does not
/// become narrow because two meet in the morning.
package struct SideBySide: Equatable {
    /// The lane of one range.
    package struct Place: Equatable {
        /// From 0 on.
        package var lane: Int
        /// The lanes of the range's cluster.
        package var lanes: Int
        /// How many lanes it can take before the next range beside it; at least one.
        package var reach: Int

        /// A place from its parts.
        package init(lane: Int, lanes: Int, reach: Int) {
            (self.lane, self.lanes, self.reach) = (lane, lanes, reach)
        }
    }

    /// One a range, in their order.
    package private(set) var places: [Place]

    /// Places ranges of any unit: minutes, rows, days. None is empty.
    ///
    /// The earlier one has the lane further to the left; of two that begin together the longer one.
    package init(_ ranges: [Range<Int>]) {
        places = ranges.map { _ in Place(lane: 0, lanes: 1, reach: 1) }
        let order = ranges.indices.sorted {
            let (left, right) = (ranges[$0], ranges[$1])
            if left.lowerBound != right.lowerBound { return left.lowerBound < right.lowerBound }
            return left.upperBound == right.upperBound
                ? $0 < $1 : left.upperBound > right.upperBound
        }
        var cluster: [Int] = []
        // Where the last range of each lane ends, and that of the cluster.
        var ends: [Int] = []
        for index in order {
            let range = ranges[index]
            if let end = ends.max(), end <= range.lowerBound {
                close(cluster, lanes: ends.count, ranges)
                (cluster, ends) = ([], [])
            }
            let lane = ends.firstIndex { $0 <= range.lowerBound } ?? ends.count
            if lane == ends.count {
                ends.append(range.upperBound)
            } else {
                ends[lane] = range.upperBound
            }
            places[index].lane = lane
            cluster.append(index)
        }
        close(cluster, lanes: ends.count, ranges)
    }

    private mutating func close(_ cluster: [Int], lanes: Int, _ ranges: [Range<Int>]) {
        for index in cluster {
            let next = cluster.lazy.filter { [places] in
                places[$0].lane > places[index].lane && ranges[$0].overlaps(ranges[index])
            }.map { [places] in places[$0].lane }.min()
            places[index].lanes = lanes
            places[index].reach = (next ?? lanes) - places[index].lane
        }
    }
}
