/// Names as in Unicode CLDR 41 (Debian unicode-cldr-core 41-0.1): stand-alone forms.
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

    /// German.
    static let german = TimeWords(
        shortWeekdays: ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
        weekdays: [
            "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag",
        ],
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
            "Oktober", "November", "Dezember",
        ],
        today: "Heute", tomorrow: "Morgen", yesterday: "Gestern")

    /// Simplified Chinese.
    package static let chinese = TimeWords(
        shortWeekdays: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
        weekdays: ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"],
        months: [
            "一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月",
        ],
        today: "今天", tomorrow: "明天", yesterday: "昨天")

    /// Today, tomorrow, yesterday by language, which glibc lacks: CLDR's `relative` days,
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
