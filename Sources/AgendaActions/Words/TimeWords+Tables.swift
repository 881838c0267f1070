package import AgendaWords

extension TimeWords {
    /// English.
    package static let english = TimeWords(
        shortWeekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        weekdays: [
            "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
        ],
        months: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September",
            "October", "November", "December",
        ],
        today: "Today", tomorrow: "Tomorrow", yesterday: "Yesterday")

    /// The names in a language's file, from Monday and January on; nil if it has none.
    package init?(_ language: Language) {
        self = .english
        guard let names = language.section("names") else { return nil }
        let days = names.list("days")
        (shortWeekdays, weekdays) = (names.list("short-weekdays"), names.list("weekdays"))
        months = names.list("months")
        guard shortWeekdays.count == 7, weekdays.count == 7, months.count == 12, days.count == 3
        else { return nil }
        (today, tomorrow, yesterday) = (days[0], days[1], days[2])
        monthTitle = names["month-title"]
    }

    /// Today, tomorrow, yesterday by language, which glibc lacks: CLDR 41's `relative` days,
    /// capitalized for the beginning of a line.
    static let relativeDays: [String: (String, String, String)] = [
        "ca": ("Avui", "Demà", "Ahir"),
        "cs": ("Dnes", "Zítra", "Včera"),
        "da": ("I dag", "I morgen", "I går"),
        "el": ("Σήμερα", "Αύριο", "Χθες"),
        "es": ("Hoy", "Mañana", "Ayer"),
        "et": ("Täna", "Homme", "Eile"),
        "fi": ("Tänään", "Huomenna", "Eilen"),
        "fr": ("Aujourd’hui", "Demain", "Hier"),
        "hr": ("Danas", "Sutra", "Jučer"),
        "hu": ("Ma", "Holnap", "Tegnap"),
        "id": ("Hari ini", "Besok", "Kemarin"),
        "it": ("Oggi", "Domani", "Ieri"),
        "ja": ("今日", "明日", "昨日"),
        "ko": ("오늘", "내일", "어제"),
        "lt": ("Šiandien", "Rytoj", "Vakar"),
        "lv": ("Šodien", "Rīt", "Vakar"),
        "nb": ("I dag", "I morgen", "I går"),
        "nl": ("Vandaag", "Morgen", "Gisteren"),
        "pl": ("Dzisiaj", "Jutro", "Wczoraj"),
        "pt": ("Hoje", "Amanhã", "Ontem"),
        "ro": ("Azi", "Mâine", "Ieri"),
        "ru": ("Сегодня", "Завтра", "Вчера"),
        "sk": ("Dnes", "Zajtra", "Včera"),
        "sl": ("Danes", "Jutri", "Včeraj"),
        "sv": ("I dag", "I morgon", "I går"),
        "tr": ("Bugün", "Yarın", "Dün"),
        "uk": ("Сьогодні", "Завтра", "Учора"),
        "vi": ("Hôm nay", "Ngày mai", "Hôm qua"),
        "zh": ("今天", "明天", "昨天"),
    ]
}
