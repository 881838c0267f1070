// What ArgumentParser finds by reflection: `FastPathTests` compares names and values.

extension CommonOptions {
    init(_ words: inout PlainWords) {
        self.init()
        database = words.value("--database")
        timeZone = words.value("--time-zone")
        now = words.value("--now")
        quiet = words.flag("--quiet", "-q")
    }
}

extension QueryOptions {
    init(_ words: inout PlainWords) {
        self.init()
        common = CommonOptions(&words)
        calendar = words.list("--calendar")
        notCalendar = words.list("--not-calendar")
        attendee = words.value("--attendee")
        category = words.list("--category")
        status = words.list("--status")
        foldSimilar = words.flag("--fold-similar")
        noRules = words.flag("--no-rules")
        json = words.flag("--json")
        jsonl = words.flag("--jsonl")
        tsv = words.flag("--tsv")
        format = words.value("--format")
        color = words.value("--color")
        noPager = words.flag("--no-pager")
    }
}

extension DayRangeOptions {
    init(_ words: inout PlainWords) {
        self.init()
        from = words.value("--from")
        to = words.value("--to")
        days = words.value("--days")
        week = words.flag("--week")
    }
}

extension IdentityOptions {
    init(_ words: inout PlainWords) {
        self.init()
        me = words.list("--me")
    }
}

extension SlotOptions {
    init(_ words: inout PlainWords) {
        self.init()
        length = words.value("--for") ?? "30m"
        between = words.value("--between")
        weekends = words.flag("--weekends")
    }
}

extension ListCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        ids = words.flag("--ids")
        range = DayRangeOptions(&words)
        options = QueryOptions(&words)
        paths = words.others()
    }
}

extension WeekCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        list = words.flag("--list")
        ids = words.flag("--ids")
        options = QueryOptions(&words)
        paths = words.others()
    }
}

extension MonthCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        list = words.flag("--list")
        weeks = words.flag("--weeks")
        ids = words.flag("--ids")
        weekStart = words.value("--week-start")
        options = QueryOptions(&words)
        let others = words.others()
        month = others.first
        paths = Array(others.dropFirst())
    }
}

extension NextCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        days = words.value("--days")
        allDay = words.flag("--all-day")
        ids = words.flag("--ids")
        reader = IdentityOptions(&words)
        options = QueryOptions(&words)
        paths = words.others()
    }
}

extension ShowCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        options = QueryOptions(&words)
        event = words.others()
        if event.isEmpty { words.refuse() }
    }
}

extension SearchCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        path = words.list("--path")
        on = words.value("--on")
        limit = words.value("--limit")
        ids = words.flag("--ids")
        range = DayRangeOptions(&words)
        options = QueryOptions(&words)
        text = words.others()
    }
}

extension FreeCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        slot = SlotOptions(&words)
        with = words.list("--with")
        allDayBusy = words.flag("--all-day-busy")
        reader = IdentityOptions(&words)
        range = DayRangeOptions(&words)
        options = QueryOptions(&words)
        paths = words.others()
    }
}

extension ConflictsCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        allDayBusy = words.flag("--all-day-busy")
        ids = words.flag("--ids")
        reader = IdentityOptions(&words)
        range = DayRangeOptions(&words)
        options = QueryOptions(&words)
        paths = words.others()
    }
}

extension TimelineCommand: PlainCommand {
    init(_ words: inout PlainWords) {
        self.init()
        ids = words.flag("--ids")
        options = QueryOptions(&words)
        paths = words.others()
    }
}

extension FeedOptions {
    /// None of them: the parser reads those of a feed.
    static var none: FeedOptions {
        var feed = FeedOptions()
        (feed.interval, feed.header) = (nil, [])
        feed.connection = ConnectionOptions()
        feed.connection.secret = PasswordOptions()
        (feed.connection.secret.user, feed.connection.secret.ca) = (nil, nil)
        (feed.connection.secret.clientCertificate, feed.connection.secret.insecure) = (nil, false)
        feed.connection.secret.place = PasswordPlaceOptions()
        feed.connection.secret.place.passwordCommand = nil
        feed.connection.secret.place.passwordFile = nil
        feed.connection.oauth = OAuthOptions()
        (feed.connection.oauth.oauth, feed.connection.oauth.device) = (nil, false)
        (feed.connection.oauth.clientID, feed.connection.oauth.clientSecretFile) = (nil, nil)
        feed.connection.oauth.tokenFile = nil
        return feed
    }
}

extension SourceCommand.Add: PlainCommand {
    static var onlyReads: Bool { false }

    init(_ words: inout PlainWords) {
        self.init()
        name = words.value("--name")
        color = words.value("--color")
        writable = words.flag("--writable")
        each = words.flag("--each")
        together = words.flag("--together")
        large = words.flag("--large")
        feed = .none
        common = CommonOptions(&words)
        let others = words.others()
        path = others.first ?? ""
        if others.count != 1 { words.refuse() }
    }
}
