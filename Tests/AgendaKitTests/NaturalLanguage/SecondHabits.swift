/// Phrases by somebody who had not seen the first 600, written when the grammar was done. Wednesday, 2026-11-25, 09:00.
let secondHabits = """
    # en unknown 2026-11-25T09:00:00+01:00
    Coffee with Sam thursday 10am => Coffee with Sam; 2026-11-26 10:00-11:00
    Dentist Dec 4 at 3:15pm => Dentist; 2026-12-04 15:15-16:15
    Flight to Oslo Dec. 12, 6:40am => Flight to Oslo; 2026-12-12 06:40-07:40
    Board meeting Tue, Dec 8, 9-11am => Board meeting; 2026-12-08 09:00-11:00
    Team dinner saturday 7:30-10pm => Team dinner; 2026-11-28 19:30-22:00
    Haircut tomorrow at noon => Haircut; 2026-11-26 12:00-13:00
    Parent evening Thursday, 3 December 2026, 18:00-20:00 => Parent evening; 2026-12-03 18:00-20:00
    Call Ann in 3 days at 14:00 => Call Ann; 2026-11-28 14:00-15:00
    Vet appointment Friday 27 Nov 16:20 => Vet appointment; 2026-11-27 16:20-17:20
    Deploy tonight 11pm for 30 minutes => Deploy; 2026-11-25 23:00-23:30
    Swimming sun 8am-9:30am => Swimming; 2026-11-29 08:00-09:30
    Interview with Lee tomorrow from 2 to 3:30pm => Interview with Lee; 2026-11-26 14:00-15:30
    Conference Dec 7-9 => Conference; 2026-12-07..2026-12-09
    Vacation from Dec 21 to Jan 3 => Vacation; 2026-12-21..2027-01-03
    Mum's birthday March 14 => Mum's birthday; 2027-03-14
    Rent due 1 December => Rent due; 2026-12-01
    Lunch at 1pm friday @ Blue Door => Lunch; @ Blue Door; 2026-11-27 13:00-14:00
    Theatre sat 8pm until 10:30pm => Theatre; 2026-11-28 20:00-22:30
    1:1 with Priya monday 11am for 45 min => 1:1 with Priya; 2026-11-30 11:00-11:45
    Pick up kids today 3:30pm => Pick up kids; 2026-11-25 15:30-16:30
    Call mum 3pm => Call mum; 2026-11-25 15:00-16:00
    Car service Wed Dec 2 8am => Car service; 2026-12-02 08:00-09:00
    Webinar 2026-12-10 17:00-18:30 => Webinar; 2026-12-10 17:00-18:30
    Night shift friday 10pm-6am => Night shift; 2026-11-27 22:00-2026-11-28 06:00
    Physio mon 7.45am => Physio; 2026-11-30 07:45-08:45
    Choir practice thursday, 7pm - 9pm => Choir practice; 2026-11-26 19:00-21:00
    Final exam December 15th 9:00 => Final exam; 2026-12-15 09:00-10:00
    Quick sync tomorrow 15:00 for 15m => Quick sync; 2026-11-26 15:00-15:15
    Dinner w/ Jo on Friday at half past seven pm => Dinner w/ Jo; 2026-11-27 19:30-20:30
    Book club day after tomorrow 19:00 => Book club; 2026-11-27 19:00-20:00
    Yoga every tuesday 6:30pm => Yoga; 2026-12-01 18:30-19:30; FREQ=WEEKLY;BYDAY=TU
    Gym mon, wed, fri 7am => Gym; 2026-11-27 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Bins every other thursday => Bins; 2026-11-26; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    Medication every day at 8pm => Medication; 2026-11-25 20:00-21:00; FREQ=DAILY
    Backup every month on the 1st at 2am => Backup; 2026-12-01 02:00-03:00; FREQ=MONTHLY
    Tea with Gran sunday 4pm to 5 => Tea with Gran; 2026-11-29 16:00-17:00
    Marathon training saturday 9 to 11:15 am => Marathon training; 2026-11-28 09:00-11:15
    Town hall Friday, November 27, 2026 at 10:00 AM => Town hall; 2026-11-27 10:00-11:00
    Opening hours check Mon-Fri 9am => Opening hours check; 2026-11-25 09:00-10:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Ski trip 15-22 Jan => Ski trip; 2027-01-15..2027-01-22
    Wedding Sat 12 June 2027 => Wedding; 2027-06-12
    Sprint review every second friday 2pm => Sprint review; 2026-11-27 14:00-15:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    Oil change Thu. 3 Dec., 8:15am => Oil change; 2026-12-03 08:15-09:15
    Pay taxes jan 31 => Pay taxes; 2027-01-31
    Drinks fri 6pm-8 => Drinks; 2026-11-27 18:00-20:00
    Meeting someday 10am => ?
    Nap afternoons 2pm => ?
    Brunch sundy 11am => ?
    Lunch thurday 12:30 => ?
    Call Fridya 9am => ?
    Concert Nov 31 8pm => ?
    Dinner on the 35th 7pm => ?
    Standup mornings 9:15 => ?
    Party weekend after next 8pm => ?
    Lecture week 3 tuesday 9am => ?
    Appointment 13/13 10am => ?
    Meet 4/5 10am => ?
    Match boxing day 3pm => ?
    Dinner easter sunday 1pm => ?
    Trip 2026-11-31 9am => ?
    Review Q3 10am => ?
    Pub quiz wednesdays 8pm => Pub quiz; 2026-11-25 20:00-21:00; FREQ=WEEKLY;BYDAY=WE
    Fireworks new years eve 11pm => ?
    Call in a few days 3pm => ?
    Meeting 25:00 friday => ?
    Barbecue next to next saturday 5pm => ?
    Carols advent 5pm => ?
    Visit thrusday, 10:00 => ?
    Check-in 12-05 3pm => ?
    Lunch 1 Dez 12:30 => ?
    # de dayFirst 2026-11-25T09:00:00+01:00
    Zahnarzt am Do., 26.11., um 8:30 Uhr => Zahnarzt; 2026-11-26 08:30-09:30
    Elternabend Dienstag, den 8. Dezember, 19 Uhr => Elternabend; 2026-12-08 19:00-20:00
    Teamrunde morgen 10-11 Uhr => Teamrunde; 2026-11-26 10:00-11:00
    Friseur Freitag 15:45 => Friseur; 2026-11-27 15:45-16:45
    Weihnachtsfeier 11.12.2026, 18:00 Uhr bis 23:00 Uhr => Weihnachtsfeier; 2026-12-11 18:00-23:00
    Abflug Sa., 12.12., 06:40 Uhr => Abflug; 2026-12-12 06:40-07:40
    Mittagessen mit Jana am Montag um 12 Uhr => Mittagessen mit Jana; 2026-11-30 12:00-13:00
    Sport jeden Dienstag 18:30 => Sport; 2026-12-01 18:30-19:30; FREQ=WEEKLY;BYDAY=TU
    Urlaub vom 21.12. bis 3.1. => Urlaub; 2026-12-21..2027-01-03
    Konferenz 7.-9. Dezember => Konferenz; 2026-12-07..2026-12-09
    Besuch von Oma Sonntag 15 bis 17 Uhr => Besuch von Oma; 2026-11-29 15:00-17:00
    TÜV-Termin übermorgen 9 Uhr => TÜV-Termin; 2026-11-27 09:00-10:00
    Kino heute Abend 20:15 => Kino; 2026-11-25 20:15-21:15
    Anruf Steuerberater heute 16 Uhr für 20 Minuten => Anruf Steuerberater; 2026-11-25 16:00-16:20
    Probe Mittwoch, 2. Dezember 2026, 19:30 Uhr => Probe; 2026-12-02 19:30-20:30
    Kita-Fest am 5.12. von 10 bis 13 Uhr => Kita-Fest; 2026-12-05 10:00-13:00
    Müllabfuhr alle zwei Wochen donnerstags => Müllabfuhr; 2026-11-26; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    Tabletten täglich 20 Uhr => Tabletten; 2026-11-25 20:00-21:00; FREQ=DAILY
    Geburtstag Paul 14. März => Geburtstag Paul; 2027-03-14
    Miete am 1. Dezember => Miete; 2026-12-01
    Besprechung in 3 Tagen um 14 Uhr => Besprechung; 2026-11-28 14:00-15:00
    Treffen Fr. 27.11. halb acht abends => Treffen; 2026-11-27 19:30-20:30
    Nachtschicht Freitag 22:00-06:00 => Nachtschicht; 2026-11-27 22:00-2026-11-28 06:00
    Chorprobe Donnerstag von 19:00 bis 21:00 Uhr => Chorprobe; 2026-11-26 19:00-21:00
    Handwerker Mo 30.11. 7:30 => Handwerker; 2026-11-30 07:30-08:30
    Klausur am 15.12. um 9:00 => Klausur; 2026-12-15 09:00-10:00
    Yoga montags und mittwochs 18 Uhr => Yoga; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE
    Telefonat 15 Uhr => Telefonat; 2026-11-25 15:00-16:00
    Skikurs 15. bis 22. Januar => Skikurs; 2027-01-15..2027-01-22
    Hochzeit Samstag, 12. Juni 2027 => Hochzeit; 2027-06-12
    Essen Samstag 19 Uhr @ Ratskeller => Essen; @ Ratskeller; 2026-11-28 19:00-20:00
    Workshop 10.12.2026 9-17 Uhr => Workshop; 2026-12-10 09:00-17:00
    Physio nächsten Montag um 8 => Physio; 2026-11-30 08:00-09:00
    Inspektion Mi., den 2.12., 8.15 Uhr => Inspektion; 2026-12-02 08:15-09:15
    Lerngruppe morgen Nachmittag 15:30 für anderthalb Stunden => Lerngruppe; 2026-11-26 15:30-17:00
    Abgabe spätestens Freitag 12 Uhr => Abgabe spätestens; 2026-11-27 12:00-13:00
    Sommerfest 19.6.27 15 Uhr => Sommerfest; 2027-06-19 15:00-16:00
    Kundentermin: Mi. 2.12., 13.30-15.00 Uhr => Kundentermin; 2026-12-02 13:30-15:00
    Paketabholung morgen zwischen 10 und 12 Uhr => Paketabholung; 2026-11-26 10:00-12:00
    Reifenwechsel Donnerstag 8.45 Uhr => Reifenwechsel; 2026-11-26 08:45-09:45
    Schwimmen sonntags 9 Uhr => Schwimmen; 2026-11-29 09:00-10:00; FREQ=WEEKLY;BYDAY=SU
    Umzug ganztägig 28.11. => Umzug; 2026-11-28
    Jour fixe jeden zweiten Montag 11 Uhr => Jour fixe; 2026-11-30 11:00-12:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
    Steuererklärung 31. Januar => Steuererklärung; 2027-01-31
    Treffen Sammstag 10 Uhr => ?
    Party Sylvester 21 Uhr => ?
    Anprobe diese Tage 10 Uhr => ?
    Frühstück Sonntga 10 Uhr => ?
    Termin Donerstag 9 Uhr => ?
    Arzt 31.11. 10 Uhr => ?
    Treffen wochenends 14 Uhr => Treffen; 2026-11-28 14:00-15:00; FREQ=WEEKLY;BYDAY=SA,SU
    Feier am 2. Advent 15 Uhr => ?
    Grillen Pfingstmontag 13 Uhr => ?
    Gespräch in ein paar Tagen 10 Uhr => ?
    Sitzung KW 3 Dienstag 9 Uhr => Sitzung; 2027-01-19 09:00-10:00
    Training vormittags 9:15 => ?
    Anruf 25:00 Freitag => ?
    Umzug 13.13. 10 Uhr => ?
    Essen mrogen 12 Uhr => ?
    Messe Ostersonntag 10 Uhr => ?
    Ausflug übernächstes Wochenende 10 Uhr => ?
    Treffen Fr, 12.12. 10 Uhr => ?
    Sprechstunde freitagss 10 Uhr => ?
    Bescherung Heiligabend 18 Uhr => ?
    Kurs 1.2.3. 10 Uhr => ?
    Lauf am dritten 9 Uhr => ?
    # zh unknown 2026-11-25T09:00:00+01:00
    明天上午十点开会 => 开会; 2026-11-26 10:00-11:00
    后天下午两点半看牙医 => 看牙医; 2026-11-27 14:30-15:30
    周五晚上七点和小王吃饭 => 和小王吃饭; 2026-11-27 19:00-20:00
    12月8日上午9点到11点董事会 => 董事会; 2026-12-08 09:00-11:00
    11月30日（周一）下午3点面试 => 面试; 2026-11-30 15:00-16:00
    12月12日 6:40 去奥斯陆的航班 => 去奥斯陆的航班; 2026-12-12 06:40-07:40
    今天下午四点接孩子 => 接孩子; 2026-11-25 16:00-17:00
    今晚八点看电影 => 看电影; 2026-11-25 20:00-21:00
    下周二上午9点体检 => 体检; 2026-12-01 09:00-10:00
    每天晚上八点吃药 => 吃药; 2026-11-25 20:00-21:00; FREQ=DAILY
    每周二18:30瑜伽 => 瑜伽; 2026-12-01 18:30-19:30; FREQ=WEEKLY;BYDAY=TU
    每个工作日9:15站会 => 站会; 2026-11-25 09:15-10:15; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    12月21日到1月3日放假 => 放假; 2026-12-21..2027-01-03
    12月7日至9日会议 => 会议; 2026-12-07..2026-12-09
    3月14日妈妈生日 => 妈妈生日; 2027-03-14
    12月1日交房租 => 交房租; 2026-12-01
    三天后下午两点打电话 => 打电话; 2026-11-28 14:00-15:00
    周六早上8点到9点半游泳 => 游泳; 2026-11-28 08:00-09:30
    星期天中午十二点家庭聚餐 => 家庭聚餐; 2026-11-29 12:00-13:00
    明天下午3点开会两个小时 => 开会; 2026-11-26 15:00-17:00
    周五上午10点站会15分钟 => 站会; 2026-11-27 10:00-10:15
    后天19:00读书会 => 读书会; 2026-11-27 19:00-20:00
    2026年12月10日17:00-18:30网络研讨会 => 网络研讨会; 2026-12-10 17:00-18:30
    周五晚上10点到第二天早上6点夜班 => 夜班; 2026-11-27 22:00-2026-11-28 06:00
    下个月5号上午9点还款 => 还款; 2026-12-05 09:00-10:00
    周四下午三点一刻修车 => 修车; 2026-11-26 15:15-16:15
    12月15号9:00期末考试 => 期末考试; 2026-12-15 09:00-10:00
    下午3点给妈妈打电话 => 给妈妈打电话; 2026-11-25 15:00-16:00
    周一、周三、周五早上7点健身 => 健身; 2026-11-27 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    每两周周四倒垃圾 => 倒垃圾; 2026-11-26; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    每月1号凌晨两点备份 => 备份; 2026-12-01 02:00-03:00; FREQ=MONTHLY
    周六全天 搬家 => 搬家; 2026-11-28
    2027年6月12日 婚礼 => 婚礼; 2027-06-12
    1月15日到22日滑雪 => 滑雪; 2027-01-15..2027-01-22
    大后天上午九点出发 => 出发; 2026-11-28 09:00-10:00
    周日16:00-17:00和奶奶喝茶 => 和奶奶喝茶; 2026-11-29 16:00-17:00
    每天浇花 => 浇花; 2026-11-25; FREQ=DAILY
    12月3日（星期四）18:00-20:00家长会 => 家长会; 2026-12-03 18:00-20:00
    明早八点跑步30分钟 => 跑步; 2026-11-26 08:00-08:30
    周日下午3点到5点看望外婆 => 看望外婆; 2026-11-29 15:00-17:00
    11月27号星期五 14:00 面谈 => 面谈; 2026-11-27 14:00-15:00
    后天早上7点45分理疗 => 理疗; 2026-11-27 07:45-08:45
    周四下午五点到六点半网球 => 网球; 2026-11-26 17:00-18:30
    每月15号发工资 => 发工资; 2026-12-15; FREQ=MONTHLY
    每天早上7点跑步半小时 => 跑步; 2026-11-26 07:00-07:30; FREQ=DAILY
    下周五全天培训 => 培训; 2026-12-04
    1月31日报税 => 报税; 2027-01-31
    周二、周四晚上8点上课 => 上课; 2026-11-26 20:00-21:00; FREQ=WEEKLY;BYDAY=TU,TH
    元宵节晚上7点猜灯谜 => ?
    改天上午10点喝茶 => ?
    两三天后下午三点复查 => ?
    中秋节晚上六点赏月 => ?
    除夕晚上八点守岁 => ?
    11月31日上午十点复诊 => ?
    周末下午两点烧烤 => ?
    13月1日10点出差 => ?
    星期八上午10点开会 => ?
    过几天下午三点见面 => ?
    下下周二上午9点评审 => 评审; 2026-12-08 09:00-10:00
    月底上午10点盘点 => ?
    周五25点聚会 => ?
    下个月上午9点复查 => ?
    初三上午十点拜年 => ?
    开会3点 => ?
    """
