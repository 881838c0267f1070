/// Phrases as people write them into other programs, mails and chats; the author had read neither the others nor the parser.
let thirdHabits = """
    # en monthFirst 2026-11-25T09:00:00+01:00
    Dinner with Priya tomorrow at 7pm @ Trattoria Roma => Dinner with Priya; @ Trattoria Roma; 2026-11-26 19:00-20:00
    Dentist appt Tue 2:30pm-3:15pm => Dentist appt; 2026-12-01 14:30-15:15
    Pick up Sam from airport 11/28 6:40pm => Pick up Sam from airport; 2026-11-28 18:40-19:40
    Sales offsite Dec 3rd-5th => Sales offsite; 2026-12-03..2026-12-05
    Book club a week from Tuesday 8pm => Book club; 2026-12-08 20:00-21:00
    Yoga every other Thurs 6-7pm => Yoga; 2026-11-26 18:00-19:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    Board meeting first Monday of each month 9am-11am => Board meeting; 2026-12-07 09:00-11:00; FREQ=MONTHLY;BYDAY=1MO
    Lunch w/ Dana Fri noon => Lunch w/ Dana; 2026-11-27 12:00-13:00
    Flight UA 934 SFO-LHR Dec 12 at 5:25pm for 10h 30m => Flight UA 934 SFO-LHR; 2026-12-12 17:25-2026-12-13 03:55
    TEAM RETRO FRIDAY 3PM => TEAM RETRO; 2026-11-27 15:00-16:00
    standup tmrw 9:15am for 15 min => standup; 2026-11-26 09:15-09:30
    Haircut sat 10.30am => Haircut; 2026-11-28 10:30-11:30
    Wedding of Tom and Jo on Saturday, June 5, 2027 at 2 PM => Wedding of Tom and Jo; 2027-06-05 14:00-15:00
    Rent due on the 1st of every month => Rent due; 2026-12-01; FREQ=MONTHLY;BYMONTHDAY=1
    Take out bins every Wednesday night at 9pm => Take out bins; 2026-11-25 21:00-22:00; FREQ=WEEKLY;BYDAY=WE
    Call mom today 5:30p => Call mom; 2026-11-25 17:30-18:30
    Vet Mon Nov 30 4pm => Vet; 2026-11-30 16:00-17:00
    Deploy v2.3 tonight at 11pm => Deploy v2.3; 2026-11-25 23:00-2026-11-26 00:00
    Conference Nov 30 - Dec 2 in Lisbon => Conference in Lisbon; 2026-11-30..2026-12-02
    Physio in 10 days at 8am => Physio; 2026-12-05 08:00-09:00
    Coffee with Lee day after tomorrow 10am => Coffee with Lee; 2026-11-27 10:00-11:00
    Budget review 15 Jan 2027 14:00–16:00 => Budget review; 2027-01-15 14:00-16:00
    Piano lesson weekly on Tuesdays at 4:45pm until Mar 30 => Piano lesson; 2026-12-01 16:45-17:45; FREQ=WEEKLY;BYDAY=TU;UNTIL=20270330
    Gym M/W/F 6am => Gym; 2026-11-27 06:00-07:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Lunch @ Chez Paul 12.30 tomorrow => Lunch; @ Chez Paul; 2026-11-26 12:30-13:30
    Webinar 12/8/2026 1-2pm EST => Webinar; 2026-12-08 13:00-14:00 America/New_York
    Call with Osaka Nov 30 17:00 Asia/Tokyo => Call with Osaka; 2026-11-30 17:00-18:00 Asia/Tokyo
    Swim meet Dec. 5th 7:30am-noon => Swim meet; 2026-12-05 07:30-12:00
    Trash pickup tomorrow morning 7am => Trash pickup; 2026-11-26 07:00-08:00
    Mom's 70th birthday Feb 14 => Mom's 70th birthday; 2027-02-14
    Sprint planning every 2 weeks on Monday 10:00-12:00 => Sprint planning; 2026-11-30 10:00-12:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
    Oil change next week Thursday 8:30 AM => Oil change; 2026-12-03 08:30-09:30
    Movie night Fri 27th 8pm @ Sam's place => Movie night; @ Sam's place; 2026-11-27 20:00-21:00
    Interview: Jane Doe, Thu Nov 26, 3:00 – 3:45 pm => Interview: Jane Doe; 2026-11-26 15:00-15:45
    Holiday from 21 December to 3 January => Holiday; 2026-12-21..2027-01-03
    Reading group third Wednesday of the month 19:30 => Reading group; 2026-12-16 19:30-20:30; FREQ=MONTHLY;BYDAY=3WE
    Pay credit card every month on the 28th => Pay credit card; 2026-11-28; FREQ=MONTHLY;BYMONTHDAY=28
    Backup laptop every Sunday 10pm starting Dec 6 => Backup laptop; 2026-12-06 22:00-23:00; FREQ=WEEKLY;BYDAY=SU
    Meeting tomorrow 2-3.30pm => Meeting; 2026-11-26 14:00-15:30
    Kids to school 8am weekdays => Kids to school; 2026-11-26 08:00-09:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Renew passport 2027-02-01 => Renew passport; 2027-02-01
    Standing desk delivery Monday between 8am and noon => Standing desk delivery; 2026-11-30 08:00-12:00
    Dinner party on Sat, 28 Nov from 7 til 11pm => Dinner party; 2026-11-28 19:00-23:00
    Alex bday december 9 => Alex bday; 2026-12-09
    lunch tomorrow 12:30pm w/ Ana @ the Deli => lunch w/ Ana; @ the Deli; 2026-11-26 12:30-13:30
    Concert Saturday 8:30pm for 2 1/2 hours => Concert; 2026-11-28 20:30-23:00
    Nap today 2pm 45min => Nap; 2026-11-25 14:00-14:45
    fri 1pm Taxes with Bob => Taxes with Bob; 2026-11-27 13:00-14:00
    2026-12-10 18:00-21:00 Christmas party => Christmas party; 2026-12-10 18:00-21:00
    Out of office Dec 24th through Jan 1st => Out of office; 2026-12-24..2027-01-01
    Eye exam 12/2 @ 9:45am => Eye exam; 2026-12-02 09:45-10:45
    Demo day: Wednesday, December 2nd 2026 at 15:00 => Demo day; 2026-12-02 15:00-16:00
    Family brunch on Sunday at half past eleven => Family brunch; 2026-11-29 11:30-12:30
    Call the bank at quarter past 2 pm tomorrow => Call the bank; 2026-11-26 14:15-15:15
    Train to Leeds Fri 17:42-20:05 => Train to Leeds; 2026-11-27 17:42-20:05
    Ship release at 5 PM on Monday the 30th => Ship release; 2026-11-30 17:00-18:00
    Water plants every 3 days => Water plants; 2026-11-25; FREQ=DAILY;INTERVAL=3
    Team drinks last Friday of every month 5pm => Team drinks; 2026-11-27 17:00-18:00; FREQ=MONTHLY;BYDAY=-1FR
    Anniversary every year on May 9 => Anniversary; 2027-05-09; FREQ=YEARLY
    Meet 12/11 3p-4p => Meet; 2026-12-11 15:00-16:00
    # en dayFirst 2026-11-25T09:00:00+01:00
    Parents' evening, Thursday 3rd December, 6.30pm - 8pm => Parents' evening; 2026-12-03 18:30-20:00
    MOT 03/12/26 8:30am => MOT; 2026-12-03 08:30-09:30
    Viewing at 14 Elm Road, Tues 1st Dec, 5.15pm => Viewing at 14 Elm Road; 2026-12-01 17:15-18:15
    Half term 15/2 - 19/2 => Half term; 2027-02-15..2027-02-19
    Curry Friday 7.30pm => Curry; 2026-11-27 19:30-20:30
    Bonfire committee 2nd Dec 7-8:30pm, village hall => Bonfire committee, village hall; 2026-12-02 19:00-20:30
    Quiz night Thurs week 8pm => Quiz night; 2026-12-03 20:00-21:00
    # en monthFirst 2026-11-25T09:00:00+01:00
    Drinks with team noonish Friday => ?
    Report due COB Thursday => ?
    Send invoice EOD Friday => ?
    Dinner next Fri 8pm => ?
    Lunch with April tomorrow at noon => Lunch with April; 2026-11-26 12:00-13:00
    May I call you Friday 3pm => May I call you; 2026-11-27 15:00-16:00
    Read chapter 12 tomorrow 8pm => Read chapter 12; 2026-11-26 20:00-21:00
    Pay $20 to Sam Friday => Pay $20 to Sam; 2026-11-27
    Meeting in room 10 at 3pm tomorrow => Meeting in room 10; 2026-11-26 15:00-16:00
    Coffee sometime next week => ?
    Call Jan monday 9am => Call Jan; 2026-11-30 09:00-10:00
    Party Saturday Nov 30 => ?
    Meet at 5 => ?
    Catch up Mon or Tue 2pm => ?
    Trip in March => ?
    Submit paper by Tuesday => ?
    Breakfast yesterday 8am => ?
    Call 555-1234 tomorrow 10am => Call 555-1234; 2026-11-26 10:00-11:00
    Watch 24 tonight 9pm => Watch 24; 2026-11-25 21:00-22:00
    Feb 30 dinner 7pm => ?
    Choir every Tuesday 7:30pm except school holidays => ?
    Meeting 25:00 tomorrow => ?
    Kickoff early next month => ?
    1:1 with Marta Mondays 11-11:30am => 1:1 with Marta; 2026-11-30 11:00-11:30; FREQ=WEEKLY;BYDAY=MO
    Call moved from Friday to Monday 3pm => ?
    Not Tuesday but Thursday 2pm dentist => ?
    Dinner 7pm or 8pm Friday => ?
    Sun salutation workshop tomorrow 6pm => Sun salutation workshop; 2026-11-26 18:00-19:00
    Thanksgiving dinner 4pm => ?
    Postpone standup by 2 days => ?
    Second Tuesday 10am review => ?
    # en unknown 2026-11-25T09:00:00+01:00
    Dentist 3/4 at 10am => ?
    Lunch 13/25/2026 => ?
    # de dayFirst 2026-11-25T09:00:00+01:00
    Zahnarzt morgen um halb drei nachmittags => Zahnarzt; 2026-11-26 14:30-15:30
    Friseur Samstag viertel vor elf => Friseur; 2026-11-28 10:45-11:45
    Elternabend heute in 14 Tagen 19 Uhr => Elternabend; 2026-12-09 19:00-20:00
    Skat übernächsten Dienstag 20 Uhr => Skat; 2026-12-08 20:00-21:00
    Betriebsversammlung KW 50 Donnerstag 10-12 Uhr => Betriebsversammlung; 2026-12-10 10:00-12:00
    Mittagessen mit Jana Fr 12:30 => Mittagessen mit Jana; 2026-11-27 12:30-13:30
    Müll rausbringen jeden Donnerstag um 06:30 Uhr => Müll rausbringen; 2026-11-26 06:30-07:30; FREQ=WEEKLY;BYDAY=TH
    Urlaub 21.12.-6.1. => Urlaub; 2026-12-21..2027-01-06
    Weihnachtsfeier Do, 10. Dezember, ab 18:30 Uhr im Ratskeller => Weihnachtsfeier im Ratskeller; 2026-12-10 18:30-19:30
    Chorprobe dienstags 19:30-21:30 => Chorprobe; 2026-12-01 19:30-21:30; FREQ=WEEKLY;BYDAY=TU
    Steuerberater am 3.12. um 9 Uhr => Steuerberater; 2026-12-03 09:00-10:00
    Geburtstag Oma 17.3. => Geburtstag Oma; 2027-03-17
    TÜV übermorgen 8:15 => TÜV; 2026-11-27 08:15-09:15
    Kita-Fest Sa 28.11. 15-18 Uhr => Kita-Fest; 2026-11-28 15:00-18:00
    Zug nach Wien morgen 7:12 bis 14:40 => Zug nach Wien; 2026-11-26 07:12-14:40
    Vorstandssitzung jeden ersten Montag im Monat 18 Uhr => Vorstandssitzung; 2026-12-07 18:00-19:00; FREQ=MONTHLY;BYDAY=1MO
    Putzen alle zwei Wochen freitags 9-11 Uhr => Putzen; 2026-11-27 09:00-11:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    Miete jeden Monat am 1. => Miete; 2026-12-01; FREQ=MONTHLY;BYMONTHDAY=1
    Besuch von Tante Inge vom 4. bis 6. Dezember => Besuch von Tante Inge; 2026-12-04..2026-12-06
    Meeting Mo 14h => Meeting; 2026-11-30 14:00-15:00
    Telefonat mit Hr. Schulz Mi 2.12. 11:00 => Telefonat mit Hr. Schulz; 2026-12-02 11:00-12:00
    Yoga heute Abend 19:30 => Yoga; 2026-11-25 19:30-20:30
    Abendessen morgen abend um 8 => Abendessen; 2026-11-26 20:00-21:00
    Arzt Montag früh 7:45 Uhr => Arzt; 2026-11-30 07:45-08:45
    Präsentation 30.11.2026 10:00 Uhr, 90 Minuten => Präsentation; 2026-11-30 10:00-11:30
    Skype mit Opa So 16:00 eine halbe Stunde => Skype mit Opa; 2026-11-29 16:00-16:30
    Spieleabend nächste Woche Freitag 20 Uhr => Spieleabend; 2026-12-04 20:00-21:00
    Montag in einer Woche Zahnreinigung 8 Uhr => Zahnreinigung; 2026-12-07 08:00-09:00
    Werkstatt heute in einer Woche => Werkstatt; 2026-12-02
    Training jeden Mo und Mi 18-19 Uhr => Training; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE
    Laternenumzug Freitag, den 27. November um 17:00 Uhr @ Kirchplatz => Laternenumzug; @ Kirchplatz; 2026-11-27 17:00-18:00
    Elterngespräch Di., 1.12., 16.30 Uhr => Elterngespräch; 2026-12-01 16:30-17:30
    Notar 8.12.26 14.00 Uhr => Notar; 2026-12-08 14:00-15:00
    Umzug Sonnabend ab 9 Uhr => Umzug; 2026-11-28 09:00-10:00
    Kino morgen 20.15 Uhr => Kino; 2026-11-26 20:15-21:15
    Mittagspause täglich 12-13 Uhr => Mittagspause; 2026-11-25 12:00-13:00; FREQ=DAILY
    Blutabnahme am Donnerstag um sieben Uhr morgens => Blutabnahme; 2026-11-26 07:00-08:00
    Klausur Analysis 15. Februar 2027 10-12 Uhr => Klausur Analysis; 2027-02-15 10:00-12:00
    Lesekreis jeden 3. Mittwoch im Monat 19 Uhr => Lesekreis; 2026-12-16 19:00-20:00; FREQ=MONTHLY;BYDAY=3WE
    Geburtstagsparty Lena am Samstag, 5. Dezember von 15 bis 18 Uhr => Geburtstagsparty Lena; 2026-12-05 15:00-18:00
    Hausmeister Do vormittags 10 Uhr => Hausmeister; 2026-11-26 10:00-11:00
    Paket abholen heute nachmittag um 3 => Paket abholen; 2026-11-25 15:00-16:00
    MORGEN 15 UHR FRISEUR => FRISEUR; 2026-11-26 15:00-16:00
    Standup werktags 9:15 für 15 Min => Standup; 2026-11-25 09:15-09:30; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Kurs ab 7. Januar donnerstags 18:00-19:30 10 mal => Kurs; 2027-01-07 18:00-19:30; FREQ=WEEKLY;BYDAY=TH;COUNT=10
    Fahrschule mittwochs 17 Uhr bis Ende März => Fahrschule; 2026-11-25 17:00-18:00; FREQ=WEEKLY;BYDAY=WE;UNTIL=20270331
    Silvester bei Meiers 31.12. 20:00-2:00 => Silvester bei Meiers; 2026-12-31 20:00-2027-01-01 02:00
    Grillen Samstag in zwei Wochen 17 Uhr => Grillen; 2026-12-12 17:00-18:00
    Impftermin 3. Dez. 2026, 13:20 Uhr => Impftermin; 2026-12-03 13:20-14:20
    Besprechung Fr von 9 Uhr 30 bis 11 Uhr => Besprechung; 2026-11-27 09:30-11:00
    Projekttage 7.-9.12. => Projekttage; 2026-12-07..2026-12-09
    Blumen gießen alle 3 Tage => Blumen gießen; 2026-11-25; FREQ=DAILY;INTERVAL=3
    Schwimmen jeden zweiten Sonntag 10 Uhr => Schwimmen; 2026-11-29 10:00-11:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=SU
    Hochzeitstag jedes Jahr am 9. Mai => Hochzeitstag; 2027-05-09; FREQ=YEARLY
    Heizungsableser am 1.12. zwischen 10 und 12 Uhr => Heizungsableser; 2026-12-01 10:00-12:00
    Anruf Kenji Montag 10:00 Asia/Tokyo => Anruf Kenji; 2026-11-30 10:00-11:00 Asia/Tokyo
    Biergarten mit Flo Dienstag Abend 18 Uhr @Augustiner => Biergarten mit Flo; @ Augustiner; 2026-12-01 18:00-19:00
    Lohnabrechnung letzter Freitag im Monat => Lohnabrechnung; 2026-11-27; FREQ=MONTHLY;BYDAY=-1FR
    Sommerfest am 1. Samstag im Juli 2027 => Sommerfest; 2027-07-03
    Wandern am Sonntag ganztägig => Wandern; 2026-11-29
    Babysitter Freitag 19-23h => Babysitter; 2026-11-27 19:00-23:00
    Ölwechsel in drei Wochen 8:30 Uhr => Ölwechsel; 2026-12-16 08:30-09:30
    Einkaufen heute 17:30-18 => Einkaufen; 2026-11-25 17:30-18:00
    Heiligabend bei Mama 24.12. 16 Uhr => Heiligabend bei Mama; 2026-12-24 16:00-17:00
    Zahnarzt 10.12.2026 um 11:30 Uhr, Praxis Dr. Weiß => Zahnarzt, Praxis Dr. Weiß; 2026-12-10 11:30-12:30
    Kundentermin Do. 26.11. 13:00 – 14:30 Uhr => Kundentermin; 2026-11-26 13:00-14:30
    Heute um 18 Uhr 45 Bus nach Köln => Bus nach Köln; 2026-11-25 18:45-19:45
    # de dayFirst 2026-11-25T09:00:00+01:00
    Zahnarzt morgen halb drei => ?
    Essen nächsten Freitag 19 Uhr => ?
    Kaffee m. Ute morgn 15 Uhr => ?
    Treffen so gegen 8 Freitag => ?
    Bericht bis Freitag => ?
    Meeting Anfang Dezember => ?
    Kuchen für Mai backen morgen 15 Uhr => Kuchen für Mai backen; 2026-11-26 15:00-16:00
    Mit Herrn Freitag telefonieren morgen 10 Uhr => ?
    Morgen früh joggen => ?
    Morgenmeditation Freitag 7:30 => Morgenmeditation; 2026-11-27 07:30-08:30
    Sommerurlaub im Juli => ?
    Fr oder Sa Kino 20 Uhr => ?
    Zimmer 12 streichen Samstag => Zimmer 12 streichen; 2026-11-28
    Film 21 Gramm schauen Freitag 20 Uhr => Film 21 Gramm schauen; 2026-11-27 20:00-21:00
    Dienstag 26.11. Arzt 9 Uhr => ?
    30.2. Party => ?
    Party am Wochenende => ?
    Termin gestern 10 Uhr => ?
    Training jeden Dienstag außer in den Ferien 18 Uhr => ?
    Um 6 aufstehen => ?
    Umzug von Montag auf Mittwoch verschoben 10 Uhr => ?
    3 Eier kochen morgen 8 Uhr => 3 Eier kochen; 2026-11-26 08:00-09:00
    Halbmarathon Sonntag 10 Uhr => Halbmarathon; 2026-11-29 10:00-11:00
    Wochenplanung KW 50 => ?
    Kündigung drei Monate vor Jahresende => ?
    Anruf 0170 1234567 morgen 11 Uhr => Anruf 0170 1234567; 2026-11-26 11:00-12:00
    Sonntagsfrage besprechen Mo 9 Uhr => Sonntagsfrage besprechen; 2026-11-30 09:00-10:00
    Essen nach der Arbeit Donnerstag => Essen nach der Arbeit; 2026-11-26
    Treffen in 14 Tagen oder 3 Wochen => ?
    Lieferung zwischen Dienstag und Donnerstag => ?
    Feierabendbier 17 Uhr Ostern => ?
    Zahnarzt Freitag den 4.12. statt Donnerstag 9 Uhr => ?
    Um viertel acht Abfahrt morgen => ?
    # zh monthFirst 2026-11-25T09:00:00+01:00
    下下周三和老王吃饭晚上7点 => 和老王吃饭; 2026-12-09 19:00-20:00
    大后天上午9点体检 => 体检; 2026-11-28 09:00-10:00
    今晚8点半到10点看电影 => 看电影; 2026-11-25 20:30-22:00
    明早8点送孩子上学 => 送孩子上学; 2026-11-26 08:00-09:00
    后天下午两点开会 => 开会; 2026-11-27 14:00-15:00
    下周一上午10点项目评审 => 项目评审; 2026-11-30 10:00-11:00
    12月3日至5日出差上海 => 出差上海; 2026-12-03..2026-12-05
    每周二晚上7点瑜伽 => 瑜伽; 2026-12-01 19:00-20:00; FREQ=WEEKLY;BYDAY=TU
    每月15号还信用卡 => 还信用卡; 2026-12-15; FREQ=MONTHLY;BYMONTHDAY=15
    本周五下午3点半面试 => 面试; 2026-11-27 15:30-16:30
    周六上午十点到十一点半钢琴课 => 钢琴课; 2026-11-28 10:00-11:30
    2026年12月8日14:00-15:30 客户拜访 => 客户拜访; 2026-12-08 14:00-15:30
    12/10 18:30 部门聚餐 => 部门聚餐; 2026-12-10 18:30-19:30
    明天中午12点和李雷吃饭 => 和李雷吃饭; 2026-11-26 12:00-13:00
    每个工作日早上9点15分站会15分钟 => 站会; 2026-11-25 09:15-09:30; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    元旦假期 1月1日-1月3日 => 元旦假期; 2027-01-01..2027-01-03
    下个月1号交房租 => 交房租; 2026-12-01
    三天后晚上八点视频会议 => 视频会议; 2026-11-28 20:00-21:00
    两周后的周五下午4点家长会 => 家长会; 2026-12-11 16:00-17:00
    隔周周四下午2点例会 => 例会; 2026-11-26 14:00-15:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    每天晚上10点吃药 => 吃药; 2026-11-25 22:00-23:00; FREQ=DAILY
    星期日早上7点半跑步 => 跑步; 2026-11-29 07:30-08:30
    礼拜六晚上6点聚会 => 聚会; 2026-11-28 18:00-19:00
    明天下午3:15-4:00牙医 => 牙医; 2026-11-26 15:15-16:00
    11月30号星期一下午2点半签合同 => 签合同; 2026-11-30 14:30-15:30
    12月24日晚上7点平安夜聚餐 => 平安夜聚餐; 2026-12-24 19:00-20:00
    下周三全天培训 => 培训; 2026-12-02
    1小时后给妈妈打电话 => 给妈妈打电话; 2026-11-25 10:00-11:00
    半小时后取快递 => 取快递; 2026-11-25 09:30-10:30
    每月第一个周一上午9点部门会议 => 部门会议; 2026-12-07 09:00-10:00; FREQ=MONTHLY;BYDAY=1MO
    每月最后一个周五下午5点汇报 => 汇报; 2026-11-27 17:00-18:00; FREQ=MONTHLY;BYDAY=-1FR
    每两周周一上午10点迭代计划 => 迭代计划; 2026-11-30 10:00-11:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=MO
    明天19:00健身一个半小时 => 健身; 2026-11-26 19:00-20:30
    周一至周三参加展会 => 参加展会; 2026-11-30..2026-12-02
    12.5 上午10点 看房 => 看房; 2026-12-05 10:00-11:00
    明晚6点半在海底捞吃火锅 => 在海底捞吃火锅; 2026-11-26 18:30-19:30
    5月9日结婚纪念日 => 结婚纪念日; 2027-05-09
    每年5月9日结婚纪念日 => 结婚纪念日; 2027-05-09; FREQ=YEARLY
    下周五晚上7点 生日派对 @ 小明家 => 生日派对; @ 小明家; 2026-12-04 19:00-20:00
    后天14点到16点机房维护 => 机房维护; 2026-11-27 14:00-16:00
    周四下午2点至3点半季度复盘 => 季度复盘; 2026-11-26 14:00-15:30
    11月27日（周五）下午3:00产品发布会 => 产品发布会; 2026-11-27 15:00-16:00
    上午11点开周会 => 开周会; 2026-11-25 11:00-12:00
    周二早上八点一刻体检 => 体检; 2026-12-01 08:15-09:15
    二十八号下午三点拔牙 => 拔牙; 2026-11-28 15:00-16:00
    十二月二十五日圣诞晚会晚上八点 => 圣诞晚会; 2026-12-25 20:00-21:00
    每周一三五早上7点游泳 => 游泳; 2026-11-27 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    今天下午4点半接机 T3航站楼 => 接机 T3航站楼; 2026-11-25 16:30-17:30
    明天上午9:00—11:00 笔试 => 笔试; 2026-11-26 09:00-11:00
    两天后交论文 => 交论文; 2026-11-27
    下下周一休假 => 休假; 2026-12-07
    明年3月1日续签护照 => 续签护照; 2027-03-01
    本月30号发工资 => 发工资; 2026-11-30
    周日晚9点视频通话 => 视频通话; 2026-11-29 21:00-22:00
    明日14时开标 => 开标; 2026-11-26 14:00-15:00
    11月26日 下午1点半～3点 培训 => 培训; 2026-11-26 13:30-15:00
    下周日钓鱼 => 钓鱼; 2026-12-06
    这周六大扫除 => 大扫除; 2026-11-28
    明天凌晨3点看球 => 看球; 2026-11-26 03:00-04:00
    每3天浇花 => 浇花; 2026-11-25; FREQ=DAILY;INTERVAL=3
    每周五下午4点周报 直到12月25日 => 周报; 2026-11-27 16:00-17:00; FREQ=WEEKLY;BYDAY=FR;UNTIL=20261225
    每周三下午3点英语角共8次 => 英语角; 2026-11-25 15:00-16:00; FREQ=WEEKLY;BYDAY=WE;COUNT=8
    提醒我明天9点交报告 => 提醒我交报告; 2026-11-26 09:00-10:00
    周五18点30分下班聚餐 => 下班聚餐; 2026-11-27 18:30-19:30
    12月7日（星期一）09:30 — 11:30 三楼会议室 预算会 => 三楼会议室 预算会; 2026-12-07 09:30-11:30
    明天下午三点钟剪头发 => 剪头发; 2026-11-26 15:00-16:00
    12月1日起每周二18:00舞蹈课 => 舞蹈课; 2026-12-01 18:00-19:00; FREQ=WEEKLY;BYDAY=TU
    # zh monthFirst 2026-11-25T09:00:00+01:00
    周末聚餐 => ?
    明天3点开会 => ?
    三点一刻喝茶 => ?
    下午开会 => ?
    晚点给老板回电话 => ?
    改天吃饭 => ?
    12月初出差 => ?
    2月30日聚会 => ?
    周六11月29日聚餐 => ?
    昨天下午2点的会 => ?
    周五或周六看电影晚上8点 => ?
    看《后天》电影明晚8点 => 看《后天》电影; 2026-11-26 20:00-21:00
    星期五咖啡馆聚会明天下午3点 => ?
    一点点奶茶 明天下午3点 => 一点点奶茶; 2026-11-26 15:00-16:00
    三点水练习 明天下午4点 => ?
    春节回家 => ?
    每周二晚上7点瑜伽，节假日除外 => ?
    周五前交报告 => ?
    周五之前提交材料 => ?
    把周一的会改到周三下午3点 => ?
    差一刻九点出发 明天 => ?
    下周二、周四晚上8点上课 => ?
    每隔三天浇水 => ?
    东京时间周一上午10点电话会议 => 电话会议; 2026-11-30 10:00-11:00 Asia/Tokyo
    打电话13800138000 明天上午10点 => 打电话13800138000; 2026-11-26 10:00-11:00
    学习第3章 周六下午2点 => 学习第3章; 2026-11-28 14:00-15:00
    月底对账 => ?
    大概下午3点见面 明天 => ?
    下周开会 => ?
    晚上25点值班 => ?
    除周三外每天上午9点打卡 => ?
    五一旅游 => ?
    明后天搬家 => ?
    """
