/// German and Chinese phrases. Saturday evening, 2026-11-21, 20:30 in Berlin.
let germanPhrases = """
    # de dayFirst 2026-11-21T20:30:00+01:00
    Arzt morgen 10:00 => Arzt; 2026-11-22 10:00-11:00
    Arzt übermorgen um 14 Uhr => Arzt; 2026-11-23 14:00-15:00
    Arzt uebermorgen um 14 Uhr => Arzt; 2026-11-23 14:00-15:00
    Essen nächsten Freitag 19 Uhr => Essen; 2026-11-27 19:00-20:00
    Essen kommenden Freitag um 19:30 Uhr => Essen; 2026-11-27 19:30-20:30
    Essen Freitag in einer Woche 19 Uhr => Essen; 2026-12-04 19:00-20:00
    Feier 24.12. 18 Uhr => Feier; 2026-12-24 18:00-19:00
    Feier am 24.12. um 18 Uhr => Feier; 2026-12-24 18:00-19:00
    Feier am 24. Dezember 2026 um 18.30 Uhr => Feier; 2026-12-24 18:30-19:30
    Feier 24.12 18:00 => Feier; 2026-12-24 18:00-19:00
    Kaffee morgen nachmittag halb drei => Kaffee; 2026-11-22 14:30-15:30
    Kaffee morgen um halb zehn => Kaffee; 2026-11-22 09:30-10:30
    Kaffee morgen Viertel nach 3 nachmittags => Kaffee; 2026-11-22 15:15-16:15
    Kurs Montag von 10 bis 12 => Kurs; 2026-11-23 10:00-12:00
    Kurs Montag 10-12 Uhr => Kurs; 2026-11-23 10:00-12:00
    Kurs am Montag von 9 bis 17 Uhr => Kurs; 2026-11-23 09:00-17:00
    Stand-up jeden Werktag 9:30 => Stand-up; 2026-11-23 09:30-10:30; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Müll alle 2 Wochen dienstags 7 Uhr => Müll; 2026-11-24 07:00-08:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TU
    Chor jeden Dienstag um 19 Uhr => Chor; 2026-11-24 19:00-20:00; FREQ=WEEKLY;BYDAY=TU
    Chor dienstags und donnerstags 19 Uhr => Chor; 2026-11-24 19:00-20:00; FREQ=WEEKLY;BYDAY=TU,TH
    Beirat jeden ersten Montag im Monat 18 Uhr => Beirat; 2026-12-07 18:00-19:00; FREQ=MONTHLY;BYDAY=1MO
    Beirat jeden 2. Dienstag im Monat 18 Uhr => Beirat; 2026-12-08 18:00-19:00; FREQ=MONTHLY;BYDAY=2TU
    Lauf täglich 7 Uhr => Lauf; 2026-11-22 07:00-08:00; FREQ=DAILY
    Kurs jeden Montag 18 Uhr bis Ende Juni => Kurs; 2026-11-23 18:00-19:00; FREQ=WEEKLY;UNTIL=20270630T215959Z;BYDAY=MO
    Kurs jeden Montag 18 Uhr 10 mal => Kurs; 2026-11-23 18:00-19:00; FREQ=WEEKLY;COUNT=10;BYDAY=MO
    Urlaub 24.-26.12. => Urlaub; 2026-12-24..2026-12-26
    Urlaub vom 24.12. bis 2.1. => Urlaub; 2026-12-24..2027-01-02
    Urlaub Freitag bis Montag => Urlaub; 2026-11-27..2026-11-30
    Anruf in 3 Tagen um 10 Uhr => Anruf; 2026-11-24 10:00-11:00
    Anruf Mo 10:00 => Anruf; 2026-11-23 10:00-11:00
    Anruf Mo. 10:00 => Anruf; 2026-11-23 10:00-11:00
    Anruf am Do um 10 => Anruf; 2026-11-26 10:00-11:00
    Anruf Montag 10:00 für 2 Stunden => Anruf; 2026-11-23 10:00-12:00
    Anruf Montag 10 Uhr MEZ => Anruf; 2026-11-23 10:00-11:00
    Anruf Montag 10:00 Londoner Zeit => Anruf; 2026-11-23 10:00-11:00 Europe/London
    Frühstück morgen früh 8 Uhr => Frühstück; 2026-11-22 08:00-09:00
    Kino heute Abend 21 Uhr => Kino; 2026-11-21 21:00-22:00
    Kino heute Abend um 9 => Kino; 2026-11-21 21:00-22:00
    Party tomorrow 8pm => Party; 2026-11-22 20:00-21:00
    Zahnarzt Dienstag nächster Woche 8 Uhr => Zahnarzt; 2026-11-24 08:00-09:00
    Miete am 15. => Miete; 2026-12-15
    Kaffee morgen halb drei => ? eitherTime: morgen halb drei
    Kaffee morgen um 3 => ? eitherTime: morgen um 3
    Kaffee morgen um 3 Uhr => ? eitherTime: morgen um 3 Uhr
    Kaffee heute um 10 Uhr => ? past: heute um 10 Uhr
    Kaffee gestern => ? past: gestern
    Kaffee nächsten Sonntag => ? eitherDay: nächsten Sonntag
    Kaffee morgen abend => ? inexactTime: morgen abend
    Kaffee nächste Woche => ? inexactDay: nächste Woche
    Kaffee am Wochenende => ? inexactDay: am Wochenende
    Weihnachten bei Oma => ? inexactDay: Weihnachten
    Kaffee gegen 15 Uhr morgen => ? inexactTime: gegen 15 Uhr
    Bericht bis Freitag => ? startWithoutTime: bis Freitag
    Chor jeden zweiten Dienstag 19 Uhr => Chor; 2026-11-24 19:00-20:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TU
    Wöchentliches Treffen Montag 10 Uhr => Wöchentliches Treffen; 2026-11-23 10:00-11:00
    Feier 31.11. 18 Uhr => ? noSuchDay: 31.11. 18 Uhr
    Feier 24.12. 25.12. => ? secondDay: 25.12.
    Feier morgen 25 Uhr => ? noSuchTime: morgen 25 Uhr
    Kaffee letzten Montag => ? eitherDay: letzten Montag
    Do it Montag => Do it; 2026-11-23
    So ein Test Montag 10 Uhr => So ein Test; 2026-11-23 10:00-11:00
    So ein Test 22 Uhr => ? maybeDay: So
    """

let chinesePhrases = """
    # zh unknown 2026-11-21T20:30:00+01:00
    明天下午三点半开会 => 开会; 2026-11-22 15:30-16:30
    后天中午和小王吃饭 => 和小王吃饭; 2026-11-23 12:00-13:00
    20分钟后出发 => 出发; 2026-11-21 20:50-21:50
    明天10点开会 => 开会; 2026-11-22 10:00-11:00
    后天上午9点看牙医 => 看牙医; 2026-11-23 09:00-10:00
    下周五晚上7点聚餐 => 聚餐; 2026-11-27 19:00-20:00
    周一14:00-15:30周会 => 周会; 2026-11-23 14:00-15:30
    每周二18:00瑜伽 => 瑜伽; 2026-11-24 18:00-19:00; FREQ=WEEKLY;BYDAY=TU
    每周一三五早上7点跑步 => 跑步; 2026-11-23 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    每天早上7点跑步 => 跑步; 2026-11-22 07:00-08:00; FREQ=DAILY
    每个工作日9:30站会 => 站会; 2026-11-23 09:30-10:30; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    每两周周五15:00回顾 => 回顾; 2026-11-27 15:00-16:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    每月15号交房租 => 交房租; 2026-12-15; FREQ=MONTHLY;BYMONTHDAY=15
    每年12月24日聚会 => 聚会; 2026-12-24; FREQ=YEARLY
    12月24日18:00聚会 => 聚会; 2026-12-24 18:00-19:00
    2026年12月24日下午6点聚会 => 聚会; 2026-12-24 18:00-19:00
    三天后10:00面试 => 面试; 2026-11-24 10:00-11:00
    两周后10:00面试 => 面试; 2026-12-05 10:00-11:00
    明天下午2点到4点培训 => 培训; 2026-11-22 14:00-16:00
    明天中午12点吃饭 @ 食堂 => 吃饭; @ 食堂; 2026-11-22 12:00-13:00
    明天10:00开会两小时 => 开会; 2026-11-22 10:00-12:00
    和小王明天10:00开会 => 和小王开会; 2026-11-22 10:00-11:00
    今晚10点看电影 => 看电影; 2026-11-21 22:00-23:00
    明天15:00东京时间开会 => 开会; 2026-11-22 15:00-16:00 Asia/Tokyo
    明天 lunch 12:30 => lunch; 2026-11-22 12:30-13:30
    周五到周一旅行 => 旅行; 2026-11-27..2026-11-30
    明天三点开会 => ? eitherTime: 明天三点
    今天9点开会 => ? past: 今天9点
    昨天开会 => ? past: 昨天
    明天晚上聚餐 => ? inexactTime: 明天晚上
    下周聚餐 => ? inexactDay: 下周
    周末聚餐 => ? inexactDay: 周末
    开会 => ? noTime
    明天10:00 => ? noTitle
    明天25点开会 => ? noSuchTime: 明天25点
    2月30日开会 => ? noSuchDay: 2月30日
    明天后天开会 => ? secondDay: 后天
    大约三点开会 => ? inexactTime: 大约三点
    上周五开会 => ? past: 上周五
    """
