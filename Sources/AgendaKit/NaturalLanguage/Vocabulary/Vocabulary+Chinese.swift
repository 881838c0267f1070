import ICalendar

extension Vocabulary {
    mutating func addChinese() {
        // Chinese writes the hours of the night in words.
        colonClearFrom = 5
        let numerals = ["一", "二", "三", "四", "五", "六", "日"]
        let weeks = ["下下": 2, "下": 1, "下个": 1, "这": 0, "这个": 0, "本": 0, "上": -1, "上个": -1]
        for week in ["周", "星期", "礼拜"] {
            for (numeral, weekday) in zip(numerals, Weekday.allCases) {
                for name in weekday == .sunday ? [numeral, "天"] : [numeral] {
                    add(.weekday(weekday, isSure: true), week + name)
                    for (prefix, distance) in weeks {
                        add(.weekdayOfWeek(weekday, distance), prefix + week + name)
                    }
                }
            }
            for prefix in weeks.keys {
                add(.period, prefix + week)
                add(.weeksLater(weeks[prefix] ?? 0), prefix + week)
                if week == "周" { add(.period, prefix + "周末") }
            }
        }
        add(.inexactDay, "春节,中秋,圣诞,圣诞节,国庆,元旦,除夕")
        for (month, distance) in [
            ("下下个月", 2), ("下下月", 2), ("下个月", 1), ("下月", 1), ("这个月", 0), ("这月", 0), ("本月", 0),
        ] {
            add(.monthsLater(distance), month)
        }
        for (year, distance) in [("今年", 0), ("明年", 1), ("后年", 2)] {
            add(.yearsLater(distance), year)
        }
        let months = ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"]
        add(months.map { $0 + "月" }) { .month($0) }
        add((1...12).map { "\($0)月" }) { .month($0) }
        add(.day(0), "今天,今日")
        add(.day(1), "明天,明日")
        add(.day(2), "后天")
        add(.day(3), "大后天")
        add(.day(4), "大大后天")
        add(.inexactDay, "今明天,今明两天,明后天,明后两天,这两天")
        add(.day(-1), "昨天,昨日")
        add(.day(-2), "前天")

        add(.clock(43_200), "正午")
        add(.midnight, "午夜,半夜,零点")
        add(.hourMark(clearFrom: 7), "点,点钟,时,點")
        add(.part(.smallHours), "凌晨")
        add(.part(.morning), "早上,早晨,上午,清晨,早")
        add(.part(.noon), "中午")
        add(.part(.afternoon), "下午,午后")
        add(.part(.evening), "晚上,傍晚,晚间,晚,夜里")
        add(.dayPart(0, .evening), "今晚")
        add(.dayPart(0, .morning), "今早")
        add(.dayPart(1, .evening), "明晚")
        add(.dayPart(1, .morning), "明早")
        add(.half, "半")
        add(.quarter, "一刻")
        add(.unit(.minute), "分钟")
        add(.unit(.hour), "小时,个小时,钟头,个钟头")
        add(.unit(.day), "天")
        add(.unit(.week), "周,星期,个星期,礼拜,个礼拜")
        add(.unit(.month), "个月,月")
        add(.unit(.year), "年")

        add(.every, "每,每个,每一,每隔,每逢")
        add(.frequency(.daily, 1), "每日,天天")
        add(.weekend, "周末")
        add(.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]), "工作日")
        add(.frequency(.weekly, 2), "隔周")
        add(.workdays, "工作日")
        add(.times, "次")
        add(.ordinal(-1), "最后一个,最后")
        add(["一", "二", "三", "四", "五"].map { "第\($0)个" }) { .ordinal($0) }
        add((1...5).map { "第\($0)个" }) { .ordinal($0) }
        add(.lasting, "共,一共,总共")
        add(.on, "在,于")
        add(.at(clearFrom: 7), "在")
        add(.from, "从,自")
        add(.onwards, "起,开始")
        add(.to, "到,至")
        add(.until, "直到,到,截至,截止到")
        add(.later, "后,之后,以后")
        add(.ago, "前,之前,以前")
        add(.of, "的")
        add(.and, "和,与,、,及")
        add(.approximate, "大约,大概,约")
        add(.except, "除了,除外,除去,除开,不含,不包括")
        add(.maybeExcept, "除")

        let cities = [
            "北京": "Asia/Shanghai", "上海": "Asia/Shanghai", "香港": "Asia/Hong_Kong",
            "台北": "Asia/Taipei", "东京": "Asia/Tokyo", "首尔": "Asia/Seoul",
            "新加坡": "Asia/Singapore", "悉尼": "Australia/Sydney", "伦敦": "Europe/London",
            "巴黎": "Europe/Paris", "柏林": "Europe/Berlin", "莫斯科": "Europe/Moscow",
            "纽约": "America/New_York", "洛杉矶": "America/Los_Angeles",
            "中国": "Asia/Shanghai", "日本": "Asia/Tokyo", "韩国": "Asia/Seoul", "迪拜": "Asia/Dubai",
            "印度": "Asia/Kolkata", "英国": "Europe/London", "法国": "Europe/Paris",
            "德国": "Europe/Berlin", "美东": "America/New_York", "美西": "America/Los_Angeles",
            "美国东部": "America/New_York", "美国西部": "America/Los_Angeles",
            "太平洋": "America/Los_Angeles", "芝加哥": "America/Chicago", "旧金山": "America/Los_Angeles",
            // Several zones, or none that the words name.
            "当地": "", "本地": "", "美国": "", "加拿大": "", "澳洲": "", "澳大利亚": "", "欧洲": "",
        ]
        for (city, zone) in cities { add(.zone(zone), city + "时间") }
    }
}
