/// English phrases. Saturday evening, 2026-11-21, 20:30 in Berlin.
let englishPhrases = """
    # en dayFirst 2026-11-21T20:30:00+01:00
    Party fri 20:00 => Party; 2026-11-27 20:00-21:00
    Dentist tomorrow, 10:00 => Dentist; 2026-11-22 10:00-11:00
    Dentist 2026-12-1 10:00 => Dentist; 2026-12-01 10:00-11:00
    Dentist 1.12.2026 10:00 => Dentist; 2026-12-01 10:00-11:00
    Dentist 2026/12/01 10:00 => Dentist; 2026-12-01 10:00-11:00
    Party Dec 24 18:00 => Party; 2026-12-24 18:00-19:00
    Party 24/12 18:00 => Party; 2026-12-24 18:00-19:00
    Party 24.12. 18:00 => Party; 2026-12-24 18:00-19:00
    Review in 2 weeks 10:00 => Review; 2026-12-05 10:00-11:00
    Standup every weekday 9:30 => Standup; 2026-11-23 09:30-10:30; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Dinner next friday 19:00 => Dinner; 2026-11-27 19:00-20:00
    Dinner friday week 19:00 => Dinner; 2026-12-04 19:00-20:00
    Dinner a week on friday 19:00 => Dinner; 2026-12-04 19:00-20:00
    Call tomorrow 9am => Call; 2026-11-22 09:00-10:00
    Call tomorrow 8:00 pm => Call; 2026-11-22 20:00-21:00
    Call tomorrow 10h => Call; 2026-11-22 10:00-11:00
    Call tomorrow 10h30 => Call; 2026-11-22 10:30-11:30
    Lunch tomorrow noon-1pm => Lunch; 2026-11-22 12:00-13:00
    Workshop monday 9:00 for 2h => Workshop; 2026-11-23 09:00-11:00
    Call monday 15:00 Tokyo => Call; 2026-11-23 15:00-16:00 Asia/Tokyo
    Call monday 3pm EST => Call; 2026-11-23 15:00-16:00 America/New_York
    Coffee monday @ 3pm => Coffee; 2026-11-23 15:00-16:00
    Coffee monday 3pm @ Cafe Nord => Coffee; @ Cafe Nord; 2026-11-23 15:00-16:00
    Lunch with Kim friday 12:30-13:30 @ Cafe Nord => Lunch with Kim; @ Cafe Nord; 2026-11-27 12:30-13:30
    Lunch @ Cafe Nord friday 12:30 => Lunch; @ Cafe Nord; 2026-11-27 12:30-13:30
    Movie 22:00 => Movie; 2026-11-21 22:00-23:00
    tomorrow 9:05 Dentist => Dentist; 2026-11-22 09:05-10:05
    12:30-13:30 friday Lunch => Lunch; 2026-11-27 12:30-13:30
    12:30 - 13:30 monday Lunch => Lunch; 2026-11-23 12:30-13:30
    Lunch at 12:30 on monday => Lunch; 2026-11-23 12:30-13:30
    Lunch tomorrow => Lunch; 2026-11-22
    Ski 2026-12-05 to 2026-12-08 => Ski; 2026-12-05..2026-12-08
    Trip friday to monday => Trip; 2026-11-27..2026-11-30
    Trip friday to friday => Trip; 2026-11-27..2026-12-04
    Holiday Dec 24-26 => Holiday; 2026-12-24..2026-12-26
    Holiday 24-26 December => Holiday; 2026-12-24..2026-12-26
    Holiday Dec 28 to Jan 2 => Holiday; 2026-12-28..2027-01-02
    Night train 2026-11-22 22:00 - 2026-11-23 06:00 => Night train; 2026-11-22 22:00-2026-11-23 06:00
    Shift 22:00-06:00 => Shift; 2026-11-21 22:00-2026-11-22 06:00
    Party tomorrow 20:00-24:00 => Party; 2026-11-22 20:00-2026-11-23 00:00
    Party tomorrow 8pm-midnight => Party; 2026-11-22 20:00-2026-11-23 00:00
    Call 2026-11-27T10:00 => Call; 2026-11-27 10:00-11:00
    Flight friday to Berlin 10:00 => Flight to Berlin; 2026-11-27 10:00-11:00
    Talk to Kim +3d => Talk to Kim; 2026-11-24
    Course tomorrow 9-5pm => Course; 2026-11-22 09:00-17:00
    Course tomorrow 9am-5 => Course; 2026-11-22 09:00-17:00
    Course tomorrow 1-2pm => Course; 2026-11-22 13:00-14:00
    Course tomorrow 10-12 => Course; 2026-11-22 10:00-12:00
    Course tomorrow from 10 to 12 => Course; 2026-11-22 10:00-12:00
    Lunch tomorrow 12:30-1:30 => Lunch; 2026-11-22 12:30-13:30
    Gig tomorrow 8:00-9:30pm => Gig; 2026-11-22 20:00-21:30
    Dinner tomorrow evening at 8 => Dinner; 2026-11-22 20:00-21:00
    Run tomorrow morning 7:00 => Run; 2026-11-22 07:00-08:00
    Tea tomorrow 3 in the afternoon => Tea; 2026-11-22 15:00-16:00
    Film tonight at 10 => Film; 2026-11-21 22:00-23:00
    Morning run tomorrow 7:00 => Morning run; 2026-11-22 07:00-08:00
    Tea tomorrow half past 3 pm => Tea; 2026-11-22 15:30-16:30
    Tea tomorrow half past 12 pm => Tea; 2026-11-22 12:30-13:30
    Shift tomorrow 9am-9 => Shift; 2026-11-22 09:00-21:00
    Shift every friday to tuesday 10:00 => Shift; 2026-11-22 10:00-11:00; FREQ=WEEKLY;BYDAY=MO,TU,FR,SA,SU
    Tea tomorrow quarter to 4 pm => Tea; 2026-11-22 15:45-16:45
    Tea tomorrow at 15 => Tea; 2026-11-22 15:00-16:00
    Tea tomorrow at 1530 => Tea; 2026-11-22 15:30-16:30
    Tea Dec 3 1530 => Tea; 2026-12-03 15:30-16:30
    Tea 5/5 12:00 => Tea; 2027-05-05 12:00-13:00
    Tea tomorrow 22:00-22:00 => Tea; 2026-11-22 22:00-22:00
    Review 5 May 10:00 => Review; 2027-05-05 10:00-11:00
    Review May 5th 2027 at 10:00 => Review; 2027-05-05 10:00-11:00
    Review the 1st of December 10:00 => Review; 2026-12-01 10:00-11:00
    Rent the 1st => Rent; 2026-12-01
    Meeting with May tomorrow 10:00 => Meeting with May; 2026-11-22 10:00-11:00
    March plan friday => March plan; 2026-11-27
    Sun cream tomorrow => Sun cream; 2026-11-22
    1:1 with Kim monday 10:00 => 1:1 with Kim; 2026-11-23 10:00-11:00
    Sprint 42 monday 10:00 => Sprint 42; 2026-11-23 10:00-11:00
    Version 2.0 review monday 10:00 => Version 2.0 review; 2026-11-23 10:00-11:00
    Version 2.1 review monday 10:00 => Version 2.1 review; 2026-11-23 10:00-11:00
    mail kim@example.org tomorrow => mail kim@example.org; 2026-11-22
    Party sat 20:00 => ? past: sat 20:00
    Party sun 20:00 => Party; 2026-11-22 20:00-21:00
    Party on sun => Party; 2026-11-22
    Call Friday => Call; 2026-11-27
    "Call Friday" tomorrow 10:00 => Call Friday; 2026-11-22 10:00-11:00
    "Every Breath You Take" friday 20:00 => Every Breath You Take; 2026-11-27 20:00-21:00
    Call monday 10:00 Europe/Lisbon => Call; 2026-11-23 10:00-11:00 Europe/Lisbon
    Call monday 10:00 Berlin time => Call; 2026-11-23 10:00-11:00
    Call monday 10:00 New York => Call; 2026-11-23 10:00-11:00 America/New_York
    Call monday 10:00 UTC => Call; 2026-11-23 10:00-11:00 UTC
    Call monday 10:00 UTC+9 => Call; 2026-11-23 02:00-03:00
    Call 2026-11-23T10:00Z => Call; 2026-11-23 10:00-11:00 UTC
    Call 2026-11-23T10:00+02:00 => Call; 2026-11-23 09:00-10:00
    Trip to Tokyo friday 10:00 => Trip to Tokyo; 2026-11-27 10:00-11:00
    Yoga every tuesday 18:00 => Yoga; 2026-11-24 18:00-19:00; FREQ=WEEKLY;BYDAY=TU
    Yoga tuesdays and thursdays 18:00 => Yoga; 2026-11-24 18:00-19:00; FREQ=WEEKLY;BYDAY=TU,TH
    Yoga every mon, wed and fri at 18:00 => Yoga; 2026-11-23 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Board every 2nd tuesday 17:00 => Board; 2026-12-08 17:00-18:00; FREQ=MONTHLY;BYDAY=2TU
    Board every last friday of the month 17:00 => Board; 2026-11-27 17:00-18:00; FREQ=MONTHLY;BYDAY=-1FR
    Board third friday of every month 17:00 => Board; 2026-12-18 17:00-18:00; FREQ=MONTHLY;BYDAY=3FR
    Retro every 2 weeks until june friday 15:00 => Retro; 2026-11-27 15:00-16:00; FREQ=WEEKLY;UNTIL=20270630T215959Z;INTERVAL=2
    Retro every other friday 15:00 => Retro; 2026-11-27 15:00-16:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    Swim every day for 2 weeks 7am => Swim; 2026-11-22 07:00-08:00; FREQ=DAILY;UNTIL=20261205T225959Z
    Swim daily 7am => Swim; 2026-11-22 07:00-08:00; FREQ=DAILY
    Swim every monday 7am 10 times => Swim; 2026-11-23 07:00-08:00; FREQ=WEEKLY;COUNT=10;BYDAY=MO
    Rent every 15th => Rent; 2026-12-15; FREQ=MONTHLY;BYMONTHDAY=15
    Rent every month on the 15th => Rent; 2026-12-15; FREQ=MONTHLY;BYMONTHDAY=15
    Rent last day of the month => Rent; 2026-11-30; FREQ=MONTHLY;BYMONTHDAY=-1
    Dinner every December 24 18:00 => Dinner; 2026-12-24 18:00-19:00; FREQ=YEARLY
    Standup saturday 21:30 every weekday => Standup; 2026-11-23 21:30-22:30; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR; from 2026-11-21
    Call monday 10:00 for half an hour => Call; 2026-11-23 10:00-10:30
    Call monday 10:00 for 1.5 hours => Call; 2026-11-23 10:00-11:30
    Call monday 10:00 45min => Call; 2026-11-23 10:00-10:45
    Hike tomorrow for 3 days => Hike; 2026-11-22..2026-11-24
    5 min break monday 10:00 => 5 min break; 2026-11-23 10:00-11:00
    Call the day after tomorrow 10:00 => Call; 2026-11-23 10:00-11:00
    Visit tuesday next week 10:00 => Visit; 2026-11-24 10:00-11:00
    Visit next week tuesday 10:00 => Visit; 2026-11-24 10:00-11:00
    Visit Friday, November 27 at 10:00 => Visit; 2026-11-27 10:00-11:00
    Visit in 3 days at 10:00 => Visit; 2026-11-24 10:00-11:00
    Visit 2 weeks from now 10:00 => Visit; 2026-12-05 10:00-11:00
    Visit tomorrow (10:00) => Visit; 2026-11-22 10:00-11:00
    Watch midnight => Watch; 2026-11-22 00:00-01:00
    Call mum in 20 min => Call mum; 2026-11-21 20:50-21:50
    Call mum in 2 hours => Call mum; 2026-11-21 22:30-23:30
    Course mondays 18-20 until 15 feb => Course; 2026-11-23 18:00-20:00; FREQ=WEEKLY;UNTIL=20270215T225959Z;BYDAY=MO
    Buy 2 tickets mon 10-11 => Buy 2 tickets; 2026-11-23 10:00-11:00
    Buy milk => ? noTime
    tomorrow 10:00 => ? noTitle
    Call 10:00 => ? past: 10:00
    Call today 5pm => ? past: today 5pm
    Call yesterday 10:00 => ? past: yesterday 10:00
    Call last friday 10:00 => ? eitherDay: last friday 10:00
    Call 2026-11-20 10:00 => ? past: 2026-11-20 10:00
    Call 3 days ago => ? past: 3 days ago
    Call this friday 10:00 => ? past: this friday 10:00
    Call Nov 20 10:00 => ? past: Nov 20 10:00
    Party next sunday 20:00 => ? eitherDay: next sunday 20:00
    Party tomorrow at 3 => ? eitherTime: tomorrow at 3
    Party tomorrow 1:30 => ? eitherTime: tomorrow 1:30
    Party tomorrow at 8 => ? eitherTime: tomorrow at 8
    Party tomorrow 8 o'clock => ? eitherTime: tomorrow 8 o'clock
    Party tomorrow 8-10 => ? eitherTime: tomorrow 8-10
    Party tomorrow 9-5 => ? eitherTime: tomorrow 9-5
    Party friday 10 => ? eitherTime: friday 10
    Party tomorrow 25:00 => ? noSuchTime: tomorrow 25:00
    Party tomorrow 13am => ? noSuchTime: tomorrow 13am
    Party tomorrow 10:75 => ? noSuchTime: tomorrow 10:75
    Party 30 feb 10:00 => ? noSuchDay: 30 feb 10:00
    Party 12/24 18:00 => ? noSuchDay: 12/24 18:00
    Party 2026-02-30 => ? noSuchDay: 2026-02-30
    Party tomorrow evening => ? inexactTime: tomorrow evening
    Party tonight => ? inexactTime: tonight
    Party this weekend => ? inexactDay: this weekend
    Party next week => ? inexactDay: next week
    Party next month 10:00 => ? inexactDay: next month
    Party in december => ? inexactDay: december
    Christmas party 19:00 => ? inexactDay: Christmas
    Christmas party dec 18 19:00 => Christmas party; 2026-12-18 19:00-20:00
    Party good friday => ? inexactDay: good friday
    Party easter monday => ? inexactDay: easter monday
    Meeting with May 22:00 => ? inexactDay: May
    Sun cream 22:00 => ? maybeDay: Sun
    Sat nav update 22:00 => ? maybeDay: Sat
    Get some sun => ? maybeDay: sun
    Friday's report 22:00 => ? inexactDay: Friday's
    Friday's report monday 10:00 => Friday's report; 2026-11-23 10:00-11:00
    Call Friday tomorrow 10:00 => ? secondDay: tomorrow
    Black Friday sale friday 8:00 => Black Friday sale; 2026-11-27 08:00-09:00
    Sun cream sat fri 10:00 => ? secondDay: fri
    Book party on friday or saturday => ? secondDay: saturday
    Move standup from monday to tuesday to friday => ? secondDay: friday
    Lunch 12:30 13:30 14:30 tomorrow => ? secondTime: 14:30
    Read John 3:16 sunday 10:00 => ? secondTime: 10:00
    Lunch monday 12:00 dinner 19:00 => ? secondTime: 19:00
    Weekly sync monday 10:00 => ? maybeRepetition: Weekly
    Daily standup monday 9:30 => ? maybeRepetition: Daily
    Every Breath You Take friday 20:00 => ? maybeRepetition: Every
    Sync biweekly monday 10:00 => ? maybeRepetition: biweekly
    Sync every second tuesday 10:00 => Sync; 2026-11-24 10:00-11:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TU
    Gym twice a week 18:00 => ? maybeRepetition: twice a week
    Gym every weekday except friday 18:00 => ? maybeRepetition: except
    Gym every monday every friday 18:00 => ? secondOfItsKind: every friday
    Gym every day until yesterday 7am => ? noInstance: 2026-11-20
    Call around 3pm tomorrow => ? inexactTime: around 3pm
    Call after 3pm tomorrow => ? inexactTime: after 3pm
    Finish report by friday => ? inexactTime: by friday
    Holiday until friday => ? startWithoutTime: until friday
    Call tomorrow to 10:00 => ? startWithoutTime
    Workshop tomorrow for 2h => ? lengthOfDays
    Workshop tomorrow 2h => ? timeOrLength: 2h
    2h workshop tomorrow => ? timeOrLength: 2h
    Course friday 10:00 to thursday 12:00 => Course; 2026-11-27 10:00-2026-12-03 12:00
    Course 2026-12-05 to 2026-12-03 => ? endsBeforeStart
    Trip monday to 2026-11-22 => ? endsBeforeStart
    Party 21:00 saturday to sunday => ? endWithoutTime: 2026-11-22
    Call monday 15:00 Tokyo office => ? maybeZone: Tokyo
    Call monday 15:00 CST => ? unclearZone
    Call monday 15:00 Atlantis time => ? unclearZone
    Call 2027-07-05 15:00 EST => ? otherSeason: EST
    Read pages 12-13 tomorrow => ? maybeTime: 12-13
    Pay 12.50 friday => ? maybeTime: 12.50
    Version 2.1 22:00 => Version; 2027-01-02 22:00-23:00
    Party 20261224 => ? maybeDay: 20261224
    24/7 support friday => ? secondDay: friday
    Friday, November 26 party => ? otherWeekday: Friday, November 26
    Party tomorrow midnight => ? eitherTime: tomorrow midnight
    Party tomorrow 9:00 in the evening to 8:00 in the morning => Party; 2026-11-22 21:00-2026-11-23 08:00
    Tea tomorrow 14:00 in the morning => ? contradiction: tomorrow 14:00 in the morning
    Call the 31st of November 10:00 => ? noSuchDay: the 31st of November 10:00
    Offsite Mon-Wed 9:30am => ? startWithoutTime
    Meeting => ? noTime
    Lunch with Kim => ? noTime
    Lunch @ Cafe Nord => ? noTime
    friday 12:30 => ? noTitle
    @ 3pm tomorrow => ? noTitle
    Party yesterday => ? past: yesterday
    Party monday this week 10:00 => ? past: monday this week 10:00
    Party 1 November 2026 => ? past: 1 November 2026
    Party 1.11.2026 10:00 => ? past: 1.11.2026 10:00
    Party nov 1 => ? past: nov 1
    Party oct 21 => ? past: oct 21
    Party oct 20 => Party; 2027-10-20
    Party 20:29 => ? past: 20:29
    Party today 20:00 => ? past: today 20:00
    Party -1d => ? past: -1d
    Party 2 weeks ago 10:00 => ? past: 2 weeks ago 10:00
    Party this saturday 20:00 => ? past: this saturday 20:00
    Party next week sometime => ? inexactDay: next week
    Party end of month => ? inexactDay: end of month
    Party new year's eve 22:00 => ? inexactDay: new year's eve
    Party the weekend 10:00 => ? inexactDay: the weekend
    January sale 22:00 => ? inexactDay: January
    Party tomorrow night => ? inexactTime: tomorrow night
    Party friday morning => ? inexactTime: friday morning
    Evening class friday => ? inexactTime: Evening
    Drinks about 9pm tomorrow => ? inexactTime: about 9pm
    Drinks before midnight tomorrow => ? inexactTime: before midnight
    Drinks tomorrow at 12am to 1 => Drinks; 2026-11-22 00:00-01:00
    Drinks tomorrow at 11 => ? eitherTime: tomorrow at 11
    Drinks tomorrow half past 6 => ? eitherTime: tomorrow half past 6
    Drinks tomorrow quarter past 7 => ? eitherTime: tomorrow quarter past 7
    Drinks tomorrow 6:15 => ? eitherTime: tomorrow 6:15
    Drinks tomorrow from 2 to 4 => ? eitherTime: tomorrow from 2 to 4
    Drinks tomorrow 24:30 => ? noSuchTime: tomorrow 24:30
    Drinks tomorrow 99:00 => ? noSuchTime: tomorrow 99:00
    Drinks tomorrow 15am => ? noSuchTime: tomorrow 15am
    Drinks 2026-13-01 => ? noSuchDay: 2026-13-01
    Drinks 32/12 18:00 => ? noSuchDay: 32/12 18:00
    Drinks feb 30 => ? noSuchDay: feb 30
    Drinks 29.2.2027 => ? noSuchDay: 29.2.2027
    Drinks monday tuesday => ? secondDay: tuesday
    Drinks tomorrow or monday 18:00 => ? secondDay: monday
    Drinks 2026-12-01 dec 2 => ? secondDay: dec 2
    Drinks tomorrow 18:00 or at 19:00 => ? secondTime: at 19:00
    Tuesday, November 23 standup 10:00 => ? otherWeekday: Tuesday, November 23 10:00
    Yearly review monday 10:00 => ? maybeRepetition: Yearly
    Each to his own friday => ? maybeRepetition: Each
    Gym bimonthly monday 18:00 => ? maybeRepetition: bimonthly
    Gym every third tuesday 18:00 => ? maybeRepetition: every
    Gym every monday 18:00 until 2026-11-01 => ? noInstance: 2026-11-01
    Gym every day 18:00 for 3 weeks 5 times => ? secondOfItsKind: 2026-12-12
    Call monday 15:00 BST => ? unclearZone
    Call monday 15:00 IST => ? unclearZone
    Call monday 15:00 Paris agency => ? maybeZone: Paris
    Call monday 15:00 PDT => ? otherSeason: PDT
    Course tomorrow for 90 minutes => ? lengthOfDays
    Course tomorrow 10:00-12:00 for 1h => ? secondOfItsKind
    Course tomorrow 3h => ? timeOrLength: 3h
    Course tomorrow 8pm in the morning => ? contradiction: tomorrow 8pm in the morning
    Course monday 12:00 to sunday => ? endWithoutTime: 2026-11-29
    Course till friday => ? startWithoutTime: till friday
    # en monthFirst 2026-11-21T20:30:00+01:00
    Party 12/24 18:00 => Party; 2026-12-24 18:00-19:00
    Party 24/12 18:00 => ? noSuchDay: 24/12 18:00
    Party 1/2 18:00 => Party; 2027-01-02 18:00-19:00
    Party 12/24/26 6pm => Party; 2026-12-24 18:00-19:00
    # en unknown 2026-11-21T20:30:00+01:00
    Party 12/24 18:00 => Party; 2026-12-24 18:00-19:00
    Party 24/12 18:00 => Party; 2026-12-24 18:00-19:00
    Party 1/2 18:00 => ? eitherDay: 1/2 18:00
    # en unknown 2026-11-18T12:00:00+01:00
    Dinner next friday 19:00 => ? eitherDay: next friday 19:00
    Dinner this friday 19:00 => Dinner; 2026-11-20 19:00-20:00
    Dinner friday 19:00 => Dinner; 2026-11-20 19:00-20:00
    Dinner coming friday 19:00 => Dinner; 2026-11-20 19:00-20:00
    Dinner wednesday 11:00 => ? past: wednesday 11:00
    """

/// From the documentation of gcalcli, khal and Fantastical. Friday, 2026-10-16, 08:00.
let othersPhrases = """
    # en monthFirst 2026-10-16T08:00:00+02:00
    Dinner with Eric 7pm tomorrow => Dinner with Eric; 2026-10-17 19:00-20:00
    5pm 10/31 Trick or Treat => Trick or Treat; 2026-10-31 17:00-18:00
    Lunch 9/24/2027 => Lunch; 2027-09-24
    Lunch Sep 24 2027 3:30pm => Lunch; 2027-09-24 15:30-16:30
    Lunch 2027-09-24T15:30 => Lunch; 2027-09-24 15:30-16:30
    Lunch 2027-09-24T15:30-8:00 => Lunch; 2027-09-25 01:30-02:30
    Lunch 20270924T15 => ? noTime
    Team standup Mon-Fri 9:30am => Team standup; 2026-10-16 09:30-10:30; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Meeting with Prof. Smith Monday 2pm => Meeting with Prof. Smith; 2026-10-19 14:00-15:00
    Lunch Friday noon => Lunch; 2026-10-16 12:00-13:00
    Dinner with Sarah at 7pm on Saturday => Dinner with Sarah; 2026-10-17 19:00-20:00
    Lunch with John on Friday from 12-1pm => Lunch with John; 2026-10-16 12:00-13:00
    Meet with Jim every Tuesday at 3pm until Dec 31 => Meet with Jim; 2026-10-20 15:00-16:00; FREQ=WEEKLY;UNTIL=20261231T225959Z;BYDAY=TU
    Team sync third Friday of every month at 10 AM => Team sync; 2026-10-16 10:00-11:00; FREQ=MONTHLY;BYDAY=3FR
    Vacation from Jul 1 to Jul 14 => Vacation; 2027-07-01..2027-07-14
    Piano every 3 days at 5pm => Piano; 2026-10-16 17:00-18:00; FREQ=DAILY;INTERVAL=3
    Trash every Tuesday and Thursday at 7am => Trash; 2026-10-20 07:00-08:00; FREQ=WEEKLY;BYDAY=TU,TH
    Book club last Thursday of the month at 7pm => Book club; 2026-10-29 19:00-20:00; FREQ=MONTHLY;BYDAY=-1TH
    Conference Oct 20-22 => Conference; 2026-10-20..2026-10-22
    Flight 3pm PST to SFO next week => ? inexactDay: next week
    # en dayFirst 2026-10-16T08:00:00+02:00
    18:00 Awesome Event => Awesome Event; 2026-10-16 18:00-19:00
    tomorrow 16:30 Coffee Break => Coffee Break; 2026-10-17 16:30-17:30
    25.10. 18:00 24:00 Another Event => Another Event; 2026-10-25 18:00-2026-10-26 00:00
    26.07. Great Event => Great Event; 2027-07-26
    24.10.2026 15:00 26.10.2026 16:00 Trip => ? secondDay: 26.10.2026
    """
