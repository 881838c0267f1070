/// A title as it is compared with another one: without what programs put before it, without case and punctuation.
package struct TitleWords: Sendable {
    package private(set) var words: [String] = []
    /// Whether the title itself says that the event does not take place: `Canceled: Lunch`.
    private(set) var isCancelled = false

    /// From this weight on a title alone tells an event.
    static let telling = 2

    init(_ title: String?) {
        var rest = Substring(title ?? "")
        while let shorter = Self.withoutPrefix(rest) { rest = shorter }
        words = SummaryWords.of(String(rest.filter { !Self.apostrophes.contains($0) }))
            .map(String.init)
        if let first = words.first, words.count > 1 {
            isCancelled = Self.cancelled.contains(first)
        }
    }

    /// How much the words say: those that many titles have, and numbers, say nothing.
    var weight: Int {
        words.reduce(0) { sum, word in
            guard !Self.usual.contains(word), !Self.own.contains(word), !Self.isNumber(word) else {
                return sum
            }
            // Chinese and Japanese have no spaces: up to ten characters are a usual title, such as 项目评审会议.
            guard Self.isWithoutSpaces(word) else { return sum + (word.count > 2 ? 1 : 0) }
            return sum + word.count / 6
        }
    }

    /// Whether it says what people do side by side, each for themselves.
    var isOwn: Bool {
        weight == 0 && words.contains { Self.own.contains($0) }
    }

    /// Whether two titles differ a little: by one slip, or by words that one of them has more.
    func isLike(_ other: TitleWords) -> Bool {
        guard words.filter(Self.isNumber).sorted() == other.words.filter(Self.isNumber).sorted()
        else { return false }
        if words.count == other.words.count {
            let pairs = zip(words, other.words).filter { $0 != $1 }
            guard pairs.count == 1, let (one, two) = pairs.first else { return false }
            return words.count > 1 && Self.isSlip(one, two)
        }
        let (few, many) =
            words.count < other.words.count ? (words, other.words) : (other.words, words)
        guard few.count > 1, many.count - few.count <= Self.mostMore else { return false }
        // In the same order: "Anna calls Ben" is not "Ben calls Anna".
        var rest = few[...]
        for word in many where rest.first == word { rest.removeFirst() }
        return rest.isEmpty && TitleWords(words: few).weight > 0
    }

    private init(words: [String]) { self.words = words }

    /// Words that one title may have more.
    private static let mostMore = 3

    /// Whether two words differ by one letter at most, beyond their first three: `Evening` and `Evenings`, not `Anna` and `Anne`.
    private static func isSlip(_ one: String, _ two: String) -> Bool {
        let (left, right) = (Array(one), Array(two))
        guard min(left.count, right.count) > 6, abs(left.count - right.count) <= 1,
            !isNumber(one), !isNumber(two), !isWithoutSpaces(one)
        else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        let longer = max(left.count, right.count)
        let isSwapped =
            left.count == right.count && start + end + 2 == longer
            && left[start] == right[start + 1]
            && left[start + 1] == right[start]
        return start > 2 && (start + end + 1 >= longer || isSwapped)
    }

    /// Whether a word tells one of a row from another: `12`, `U14`, `II`, `B`.
    private static func isNumber(_ word: String) -> Bool {
        word.contains { $0.isNumber && !$0.isLetter }
            || word.count == 1 && word.first?.isASCII == true
            || word.allSatisfy { "ivx".contains($0) }
    }

    private static func isWithoutSpaces(_ word: String) -> Bool {
        // Thai, Lao, Khmer, Burmese; Kana and Han.
        switch word.unicodeScalars.first?.value ?? 0 {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// The title without a prefix that says how it came: `FW: `, `[ext] `; nil if it has none.
    private static func withoutPrefix(_ title: Substring) -> Substring? {
        let text = title.drop(while: \.isWhitespace)
        if text.first == "[", let end = text.firstIndex(of: "]") {
            let word = text[text.index(after: text.startIndex)..<end].lowercased()
                .filter { $0.isLetter }
            return origins.contains(word) ? text[text.index(after: end)...] : nil
        }
        guard let end = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
        let word = text[..<end].lowercased().trimmed
        return forwarded.contains(word) ? text[text.index(after: end)...] : nil
    }

    private static let apostrophes: Set<Character> = ["'", "’", "‘", "ʼ", "`", "´"]
    private static let origins: Set<String> = ["ext", "extern", "external"]
    private static let forwarded: Set<String> = [
        "fw", "fwd", "re", "aw", "wg", "tr", "rv", "vs", "sv", "转发", "转寄", "回复", "答复", "invitation",
        "updated invitation", "einladung", "aktualisierte einladung", "copy", "kopie", "邀请",
    ]
    private static let cancelled: Set<String> = [
        "canceled", "cancelled", "cancellation", "abgesagt", "abgesetzt", "annulé", "annullato",
        "cancelado", "已取消",
        "取消", "storniert", "entfällt", "declined", "abgelehnt", "ملغى",
    ]

    /// What many events are called, in English, German, French, Spanish and Chinese.
    private static let usual: Set<String> = words(
        """
        a an and at by for from in into of on or our my the to with without your new all day days week weekly daily monthly
        yearly annual month year morning afternoon noon today tomorrow first last next second third am pm hour hours
        monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april may
        june july august september october november december jan feb mar apr jun jul aug sep oct nov dec
        appointment call catch catchup chat check checkin class club coaching coffee conference course demo dinner drinks
        event exam exams game group hands homework interview kickoff kick off lab lecture lesson lessons lunch match meal meet
        meeting meetings meetup office one online party phone planning practice presentation project rehearsal retro
        retrospective review seminar session sessions sprint stand standup status sync talk team test tests testing title
        summary town training trip update untitled up webinar workshop hello world foo bar example sample demo task todo
        reminder dentist doctor gym yoga pilates swimming run running football soccer tennis volleyball basketball handball
        gymnastics piano guitar choir band practise physio therapy haircut barber hairdresser vet church mass service board
        staff department general public holiday observed national independence labour labor christmas easter good boxing
        thanksgiving bank feast saint eve ascension assumption pentecost whit epiphany carnival constitution republic mothers
        fathers valentines birthday birthdays anniversary bday tentative confirmed private personal busy free blocked
        breakfast brunch cleaning garbage bin bins trash recycling waste collection delivery pickup visit guest guests kids
        school kindergarten nursery match final round opening closing ceremony keynote break welcome registration introduction
        q1 q2 q3 q4 ooo recurring repeating repeat single multi timed floating allday event1 evento réunion cours anniversaire
        déjeuner dîner reunión clase cumpleaños almuerzo cena
        der die das den dem des ein eine einer eines im in am an auf aus bei beim mit nach und oder von vom vor zu zum zur für
        termin termine besprechung sitzung treffen jour fixe abend morgen mittag mittagessen abendessen frühstück essen
        kaffee geburtstag jahrestag tag woche wöchentlich täglich monat jahr probe chor turnen schwimmen training kurs stunde
        unterricht vorlesung übung seminar prüfung klausur arbeit zahnarzt arzt arzttermin friseur sport feier fest feiertag
        montag dienstag mittwoch donnerstag freitag samstag sonntag weihnachten ostern neujahr müll müllabfuhr restmüll
        biomüll papier gelber sack tonne abholung gottesdienst messe vorstand verein gruppe arbeitskreis telefonat anruf
        会议 例会 周会 开会 生日 午餐 晚餐 早餐 上课 考试 讲座 培训 面试 站会 放假 假期 会面 约会 回忆 会議 打合せ 打ち合わせ
        اجتماع موعد عيد غداء عشاء درس امتحان
        """)

    /// What people do side by side, each for themselves.
    private static let own: Set<String> = words(
        """
        holiday holidays vacation vacations leave pto ooo out away sick off shift shifts duty early late night on-call oncall home
        homeoffice wfh remote working work focus busy free blocked break unavailable booked travel travelling traveling
        commute flight train birthday urlaub ferien frei krank krankheit dienst frühdienst spätdienst nachtdienst schicht
        frühschicht spätschicht nachtschicht bereitschaft homeoffice büro belegt gebucht beschäftigt arbeit pause mittagspause
        abwesend unterwegs 休假 请假 出差 值班 加班 vacances congé vacaciones
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
