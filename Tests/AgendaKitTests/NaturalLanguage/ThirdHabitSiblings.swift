/// Phrases of the kinds that the third set found wrong, in other shapes.
let thirdHabitSiblings = """
    # en monthFirst 2026-11-25T09:00:00+01:00
    Call monday 11-11:45 am => Call; 2026-11-30 11:00-11:45
    Sitter friday 19h-23h => Sitter; 2026-11-27 19:00-23:00
    Dinner eveningish friday => ?
    Call in 2 weeks or 3 weeks => ?
    Call in a week or two => ?
    Call two weeks tomorrow 3pm => ?
    Call friday next 3pm => ?
    Call tomorrow five to three pm => ?
    Standup every day but wednesday 9am => ?
    Standup every weekday apart from friday 9am => ?
    Run alternate fridays 10am => ?
    Pills three times daily 10am => ?
    Run every day at 10am and 5pm => ?
    Call monday 3pm (New York time) => Call; 2026-11-30 15:00-16:00 America/New_York
    Call monday 3pm (EST) => Call; 2026-11-30 15:00-16:00 America/New_York
    Call monday 3pm (Tokyo) => ?
    Call Tokyo time monday 3pm => Call; 2026-11-30 15:00-16:00 Asia/Tokyo
    Concert saturday 8pm for 2½ hours => Concert; 2026-11-28 20:00-22:30
    Concert saturday 8pm for 1 1/2 hours => Concert; 2026-11-28 20:00-21:30
    Concert saturday 8pm for 2-3 hours => ?
    Concert saturday 8pm for 1 hour 15 => ?
    Parents' evening Thursday 6:30pm => Parents' evening; 2026-11-26 18:30-19:30
    # de dayFirst 2026-11-25T09:00:00+01:00
    Sitter Freitag von 19 bis 23h => Sitter; 2026-11-27 19:00-23:00
    Standup täglich ausgenommen sonntags 9 Uhr => ?
    Standup jeden Tag bis auf Freitag 9 Uhr => ?
    Anruf Montag 10 Uhr Ortszeit => ?
    Anruf einen Tag vor dem 10.12. 15 Uhr => ?
    Anruf am Tag nach dem 10.12. 15 Uhr => ?
    Anruf Montag 15 Uhr zwei bis drei Stunden => ?
    Anruf Montag 15 Uhr 1,25 Stunden => ?
    Lauf morgen 10 und 17 Uhr => ?
    # zh monthFirst 2026-11-25T09:00:00+01:00
    12/10 18:30 部门聚餐 => 部门聚餐; 2026-12-10 18:30-19:30
    周一上午10点（纽约时间）电话会议 => 电话会议; 2026-11-30 10:00-11:00 America/New_York
    当地时间周一上午10点降落 => ?
    下周一起吃饭 => ?
    下周日程安排上午9点 => ?
    下周四川出差 => ?
    周一起床7点 => 起床; 2026-11-30 07:00-08:00
    明天早一点起床 => ?
    明天下午一点开会 => 开会; 2026-11-26 13:00-14:00
    明天下午三四点开会 => ?
    下午3点一刻钟会议 => 会议; 2026-11-25 15:00-15:15
    下午3点三刻会议 => 会议; 2026-11-25 15:45-16:45
    差五分三点出发 明天下午 => ?
    每隔两周周一上午9点例会 => ?
    每天三次吃药上午10点 => ?
    12月5日的前一天上午10点 买蛋糕 => ?
    从12月1日开始每周二18:00舞蹈课 => 舞蹈课; 2026-12-01 18:00-19:00
    """
