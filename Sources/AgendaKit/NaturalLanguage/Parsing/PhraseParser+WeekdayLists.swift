import ICalendar

/// Several weekdays without `every`: `mon wed fri`, `tue & thu`, `Mo/Mi/Fr`, `Mon-Fri 8am`, `周一、周三、周五`.
extension PhraseParser {
    func weekdays(_ index: Int) -> Found<RepetitionWords>? {
        guard let first = listed(index) else { return nil }
        if let week = workingWeek(first) { return week }
        var (days, end, isJoined) = ([first.value], first.end, true)
        var isHanList = isHan(index)
        var isShort = first.end - index > 1 || key(index).utf8.count <= 5
        while true {
            let mark = separator(end)
            guard let more = listed(mark ?? end) else { break }
            isHanList = isHanList && key(end) == "、"
            isJoined = isJoined && mark != nil && key(end) != ","
            isShort = isShort && key(mark ?? end).utf8.count <= 5
            days.append(more.value)
            end = more.end
        }
        guard Set(days).count == days.count, key(end) != "or", key(end) != "oder", key(end) != "或"
        else { return nil }
        let follow = zip(days, days.dropFirst()).allSatisfy { $0.days(to: $1) == 1 }
        // `fri & sat` and `friday and monday` are likelier a pair of days, and `fri sat sun` one event.
        let isList =
            days.count > 2
            ? !follow || days.count == 5
            : isJoined && !follow && (isHan(index) ? isHanList : isShort)
        guard days.count > 1, isList else { return nil }
        return Found(Self.weekly(days), end: end)
    }

    /// `Mon-Fri`, if there is a time: without one it may be five days in a row.
    private func workingWeek(_ first: Found<Weekday>) -> Found<RepetitionWords>? {
        guard first.value == .monday, let dash = end(of: .to, at: first.end),
            let last = listed(dash), last.value == .friday,
            tokens.indices.contains(where: { startsWord($0) && clock($0) != nil })
        else { return nil }
        return Found(Self.weekly(Self.workdays), end: last.end)
    }

    private func separator(_ index: Int) -> Int? {
        if [",", "/", "+", "&", "、"].contains(key(index)) {
            return key(index) == "," ? end(of: .and, at: index + 1) ?? index + 1 : index + 1
        }
        return end(of: .and, at: index)
    }

    /// A weekday's name, also before `/`, `+` or a dash, and with the full stop of an abbreviation.
    private func listed(_ index: Int) -> Found<Weekday>? {
        if isHan(index) { return weekdayName(index)?.map(\.0) }
        let name = vocabulary.terms[key(index)]?.lazy.compactMap { term -> Weekday? in
            if case .weekday(let weekday, _) = term { weekday } else { nil }
        }.first
        guard let name else { return nil }
        var end = index + 1
        if key(end) == ".", isGlued(end) { end += 1 }
        guard endsWord(end) || ["/", "+", "&"].contains(key(end)) else { return nil }
        return Found(name, end: end)
    }
}
