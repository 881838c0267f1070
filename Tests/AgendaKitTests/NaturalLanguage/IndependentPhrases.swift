/// Phrases and results that somebody else wrote before the grammar was seen. Saturday, 2026-11-21, 22:30.
let independentPhrases = """
    # en monthFirst 2026-11-21T22:30:00+01:00
    Coffee with Ana tue 4pm => Coffee with Ana; 2026-11-24 16:00-17:00
    Dec 3 dentist 8:15am => dentist; 2026-12-03 08:15-09:15
    Call mum in 20 min => Call mum; 2026-11-21 22:50-23:50
    Gym every mon, wed and fri 7am for 1h => Gym; 2026-11-23 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Rent every month on the 1st => Rent; 2026-12-01; FREQ=MONTHLY;BYMONTHDAY=1
    Flight to Tokyo 28 nov 11:05pm to 29 nov 6:40pm => Flight to Tokyo; 2026-11-28 23:05-2026-11-29 18:40
    Lunch tomorrow noon @ Luigi's => Lunch; @ Luigi's; 2026-11-22 12:00-13:00
    Movie tonight 8pm => ? past: tonight 8pm
    Standup weekdays 9:30-9:45 => Standup; 2026-11-23 09:30-09:45; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Board meeting 2nd tuesday of every month 18:00 => Board meeting; 2026-12-08 18:00-19:00; FREQ=MONTHLY;BYDAY=2TU
    Payday every last friday of the month => Payday; 2026-11-27; FREQ=MONTHLY;BYDAY=-1FR
    Review friday 3-4pm => Review; 2026-11-27 15:00-16:00
    Review friday 11-1pm => Review; 2026-11-27 11:00-13:00
    Night shift fri 22:00-6:00 => Night shift; 2026-11-27 22:00-2026-11-28 06:00
    Webinar 25 Nov 3pm London => Webinar; 2026-11-25 15:00-16:00 Europe/London
    Sync 11/26 10am => Sync; 2026-11-26 10:00-11:00
    Sync 3/4 10am => Sync; 2027-03-04 10:00-11:00
    Trip in two weeks => Trip; 2026-12-05
    Call Kim 25:00 => ? noSuchTime: 25:00
    Call Kim 31 feb 10:00 => ? noSuchDay: 31 feb 10:00
    Call Kim feb 30 => ? noSuchDay: feb 30
    Meet 10:00 11:00 12:00 => ? secondTime: 12:00
    Meeting monday tuesday => ? secondDay: tuesday
    Dinner yesterday 19:00 => ? past: yesterday 19:00
    Concert 2025-12-01 20:00 => ? past: 2025-12-01 20:00
    Deadline 2026-11-31 => ? noSuchDay: 2026-11-31
    Team lunch every other thursday 12:30 => Team lunch; 2026-11-26 12:30-13:30; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    Course mondays 18-20 until 15 feb => Course; 2026-11-23 18:00-20:00; FREQ=WEEKLY;UNTIL=20270215T225959Z;BYDAY=MO
    Course every monday 18:00 10 times => Course; 2026-11-23 18:00-19:00; FREQ=WEEKLY;COUNT=10;BYDAY=MO
    Meeting with April tomorrow 10:00 => Meeting with April; 2026-11-22 10:00-11:00
    Read chapter 12 => ? noTime
    Release 2.0 party 4 dec 17:00 => Release 2.0 party; 2026-12-04 17:00-18:00
    Run 5k sunday 8am => Run 5k; 2026-11-22 08:00-09:00
    Buy 2 tickets mon 10-11 => Buy 2 tickets; 2026-11-23 10:00-11:00
    Room 12 inspection thu 9 => ? eitherTime: thu 9
    Standup @ Room 3 mon 9:30 => Standup; @ Room 3; 2026-11-23 09:30-10:30
    # en dayFirst 2026-11-21T22:30:00+01:00
    Dentist 3 dec 8:15 => Dentist; 2026-12-03 08:15-09:15
    Holiday 24 dec - 2 jan => Holiday; 2026-12-24..2027-01-02
    Anna's birthday 14 March every year => Anna's birthday; 2027-03-14; FREQ=YEARLY
    Sync 26/11 10:00 => Sync; 2026-11-26 10:00-11:00
    Sync 3/4 10am => Sync; 2027-04-03 10:00-11:00
    # de dayFirst 2026-11-21T22:30:00+01:00
    Zahnarzt morgen um 8 Uhr 30 => Zahnarzt; 2026-11-22 08:30-09:30
    Elternabend nächsten Mittwoch 19:30 Uhr => Elternabend; 2026-11-25 19:30-20:30
    Urlaub vom 24.12. bis 2.1. => Urlaub; 2026-12-24..2027-01-02
    Müll alle 2 Wochen donnerstags => Müll; 2026-11-26; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    Chor jeden Dienstag 19 bis 21 Uhr => Chor; 2026-11-24 19:00-21:00; FREQ=WEEKLY;BYDAY=TU
    Treffen übermorgen halb vier nachmittags => Treffen; 2026-11-23 15:30-16:30
    Arzt heute 22:15 => ? past: heute 22:15
    # zh unknown 2026-11-21T22:30:00+01:00
    明天下午3点开会 => 开会; 2026-11-22 15:00-16:00
    下周五晚上7点半聚餐 => 聚餐; 2026-11-27 19:30-20:30
    每周一上午九点例会 => 例会; 2026-11-23 09:00-10:00; FREQ=WEEKLY;BYDAY=MO
    12月25日圣诞节 => 圣诞节; 2026-12-25
    每月15号交房租 => 交房租; 2026-12-15; FREQ=MONTHLY;BYMONTHDAY=15
    后天中午和小王吃饭 => 和小王吃饭; 2026-11-23 12:00-13:00
    """
