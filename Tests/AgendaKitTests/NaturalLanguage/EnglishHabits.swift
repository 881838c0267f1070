/// English phrases as people write them in mails, tickets and other calendars, with what each means by hand; `?` is
/// asked about, and the word behind it named. Wednesday, 2026-11-25, 09:00.
let englishHabits = """
    # en unknown 2026-11-25T09:00:00+01:00
    Lunch with Kim tomorrow 12:30 => Lunch with Kim; 2026-11-26 12:30-13:30
    Doctor Fri., 2pm => Doctor; 2026-11-27 14:00-15:00
    Doctor Fri, 14:00 => Doctor; 2026-11-27 14:00-15:00
    Doctor (Fri) 14:00 => Doctor; 2026-11-27 14:00-15:00
    Doctor Mon., Nov 30, 2pm => Doctor; 2026-11-30 14:00-15:00
    Doctor Mon, Nov. 30, 2pm => Doctor; 2026-11-30 14:00-15:00
    Doctor Monday, November 30th, at 2 p.m. => Doctor; 2026-11-30 14:00-15:00
    Doctor: Monday 30 November, 14:00 => Doctor; 2026-11-30 14:00-15:00
    Doctor, Tuesday, 10:00 => Doctor; 2026-12-01 10:00-11:00
    Doctor on Mon 30 Nov at 2pm => Doctor; 2026-11-30 14:00-15:00
    Doctor Nov30 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor 30Nov 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor 30-Nov-2026 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor 30-11-2026 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor 30 Nov. 2026, 10am => Doctor; 2026-11-30 10:00-11:00
    Review [2026-12-01] 10:00 => Review; 2026-12-01 10:00-11:00
    Review (2026-12-01, 10:00) => Review; 2026-12-01 10:00-11:00
    Review 2026-12-01, 10:00 => Review; 2026-12-01 10:00-11:00
    Review 2026-12-01: 10:00 => Review; 2026-12-01 10:00-11:00
    Exam 2026-12-01T09:00-11:00 => Exam; 2026-12-01 09:00-11:00
    Exam 2026-12-01 09:00-11:00 => Exam; 2026-12-01 09:00-11:00
    Call 2026-12-01T09:00Z => Call; 2026-12-01 09:00-10:00 UTC
    Call 2026-12-01T09:00+05:00 => Call; 2026-12-01 05:00-06:00
    Doctor first of december 10am => Doctor; 2026-12-01 10:00-11:00
    Doctor the first of december at 10am => Doctor; 2026-12-01 10:00-11:00
    Doctor on the 14th 10am => Doctor; 2026-12-14 10:00-11:00
    Doctor on the 14th => Doctor; 2026-12-14
    Doctor December 14 => Doctor; 2026-12-14
    Gym mwf 7am => Gym; 2026-11-27 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym mon wed fri 7am => Gym; 2026-11-27 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym mon/wed/fri 7am => Gym; 2026-11-27 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym Mon, Wed, Fri 6pm => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym mon, wed & fri 6pm => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym every mon wed fri 6pm => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym tue & thu 6pm => Gym; 2026-11-26 18:00-19:00; FREQ=WEEKLY;BYDAY=TU,TH
    Gym tue and thu at 6pm => Gym; 2026-11-26 18:00-19:00; FREQ=WEEKLY;BYDAY=TU,TH
    Standup Mon-Fri 8am => Standup; 2026-11-26 08:00-09:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Standup Mon - Fri 10am => Standup; 2026-11-25 10:00-11:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Standup weekdays 9:15 => Standup; 2026-11-25 09:15-10:15; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Rehearsal weekends 10am => Rehearsal; 2026-11-28 10:00-11:00; FREQ=WEEKLY;BYDAY=SA,SU
    Rehearsal every weekend 10am => Rehearsal; 2026-11-28 10:00-11:00; FREQ=WEEKLY;BYDAY=SA,SU
    Yoga tuesdays 6pm => Yoga; 2026-12-01 18:00-19:00; FREQ=WEEKLY;BYDAY=TU
    Yoga on Tuesdays and Thursdays, 6pm => Yoga; 2026-11-26 18:00-19:00; FREQ=WEEKLY;BYDAY=TU,TH
    Yoga every Tuesday, 6pm to 7pm => Yoga; 2026-12-01 18:00-19:00; FREQ=WEEKLY;BYDAY=TU
    Daily pills 8pm => ? Daily
    Pills daily 8pm => Pills; 2026-11-25 20:00-21:00; FREQ=DAILY
    Pills daily => Pills; 2026-11-25; FREQ=DAILY
    Water plants every day => Water plants; 2026-11-25; FREQ=DAILY
    Rent monthly on the 1st => Rent; 2026-12-01; FREQ=MONTHLY;BYMONTHDAY=1
    Bins every other thursday 7am => Bins; 2026-11-26 07:00-08:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    Bins every 2 weeks on thursday 7am => Bins; 2026-11-26 07:00-08:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TH
    tennis saturday from 5pm to 7:30 => tennis; 2026-11-28 17:00-19:30
    Dinner saturday 7pm-10:30 => Dinner; 2026-11-28 19:00-22:30
    Dinner saturday 7pm - 10:30pm => Dinner; 2026-11-28 19:00-22:30
    Dinner saturday 7-10:30pm => Dinner; 2026-11-28 19:00-22:30
    Club saturday 11pm-1:30 => Club; 2026-11-28 23:00-2026-11-29 01:30
    Party saturday 10:30pm to 12:30 => Party; 2026-11-28 22:30-2026-11-29 00:30
    Shift friday 8pm-7:30 => Shift; 2026-11-27 20:00-2026-11-28 07:30
    Shift friday 22:00-6:30 => Shift; 2026-11-27 22:00-2026-11-28 06:30
    Brunch sunday 11am-12:30 => Brunch; 2026-11-29 11:00-12:30
    Course friday 9am-5:30 => Course; 2026-11-27 09:00-17:30
    Course friday 9am until 5pm => Course; 2026-11-27 09:00-17:00
    Course friday between 9am and 11am => Course; 2026-11-27 09:00-11:00
    Workshop fri 9-12 => Workshop; 2026-11-27 09:00-12:00
    Call fri 1pm-2 => Call; 2026-11-27 13:00-14:00
    Call fri 12-1 => Call; 2026-11-27 12:00-13:00
    interview 10:30a thu => interview; 2026-11-26 10:30-11:30
    interview thu 2:30p => interview; 2026-11-26 14:30-15:30
    Meet thu 14:30h => Meet; 2026-11-26 14:30-15:30
    Meet thu 14h => Meet; 2026-11-26 14:00-15:00
    Meet thu 1430 hrs => Meet; 2026-11-26 14:30-15:30
    Meet thu at 2.30pm => Meet; 2026-11-26 14:30-15:30
    Meet thu 2:30 PM => Meet; 2026-11-26 14:30-15:30
    Meet thu 2:30P.M. => Meet; 2026-11-26 14:30-15:30
    Meet Friday half past two pm => Meet; 2026-11-27 14:30-15:30
    Meet Friday quarter to three pm => Meet; 2026-11-27 14:45-15:45
    Meet Friday at noon => Meet; 2026-11-27 12:00-13:00
    Movie night friday 8pm => Movie night; 2026-11-27 20:00-21:00
    Date night friday 19:00 => Date night; 2026-11-27 19:00-20:00
    Game night saturday 7pm => Game night; 2026-11-28 19:00-20:00
    Quiz night thursday 20:00-22:00 => Quiz night; 2026-11-26 20:00-22:00
    Meet fri 2pm for an hour and a half => Meet; 2026-11-27 14:00-15:30
    Meet fri 2pm for 1 hour 30 minutes => Meet; 2026-11-27 14:00-15:30
    Meet fri 2pm for one and a half hours => Meet; 2026-11-27 14:00-15:30
    Meet fri 2pm for two hours => Meet; 2026-11-27 14:00-16:00
    Meet fri 2pm for 45 min => Meet; 2026-11-27 14:00-14:45
    Meet fri 2pm 90m => Meet; 2026-11-27 14:00-15:30
    Meet fri 2pm, 90 minutes => Meet; 2026-11-27 14:00-15:30
    Meet fri 2pm (90 minutes) => Meet; 2026-11-27 14:00-15:30
    Meet fri 2pm for half an hour => Meet; 2026-11-27 14:00-14:30
    Nap 14:00+30m => Nap; 2026-11-25 14:00-14:30
    Homework for monday => Homework; 2026-11-30
    Ski Feb 1-7 2027 => Ski; 2027-02-01..2027-02-07
    Ski Feb 1-7, 2027 => Ski; 2027-02-01..2027-02-07
    Ski 1-7 Feb 2027 => Ski; 2027-02-01..2027-02-07
    Holiday 20 Dec to 3 Jan => Holiday; 2026-12-20..2027-01-03
    Holiday December 20 - January 3 => Holiday; 2026-12-20..2027-01-03
    Conference Dec 1st-3rd => Conference; 2026-12-01..2026-12-03
    Trip friday for 3 days => Trip; 2026-11-27..2026-11-29
    Trip thu-sun => Trip; 2026-11-26..2026-11-29
    Trip fri - mon => Trip; 2026-11-27..2026-11-30
    Sunday roast sunday 1pm => Sunday roast; 2026-11-29 13:00-14:00
    Noon prayer friday 12:30 => Noon prayer; 2026-11-27 12:30-13:30
    Breakfast with Sam tomorrow morning at 8 => Breakfast with Sam; 2026-11-26 08:00-09:00
    Drinks tonight at 8 => Drinks; 2026-11-25 20:00-21:00
    Tea 15:00 => Tea; 2026-11-25 15:00-16:00
    Call mum 3pm => Call mum; 2026-11-25 15:00-16:00
    3pm call mum => call mum; 2026-11-25 15:00-16:00
    Lunch with Tom 12:30 => Lunch with Tom; 2026-11-25 12:30-13:30
    Football match 15:00 => Football match; 2026-11-25 15:00-16:00
    Lunch 12:30 @ Cafe Nord => Lunch; @ Cafe Nord; 2026-11-25 12:30-13:30
    Lunch 12:30 @ Room 3 => Lunch; @ Room 3; 2026-11-25 12:30-13:30
    "Sprint 42" 15:00 => Sprint 42; 2026-11-25 15:00-16:00
    Sprint 42 today 15:00 => Sprint 42; 2026-11-25 15:00-16:00
    Call Dr. Smith today 15:00 => Call Dr. Smith; 2026-11-25 15:00-16:00
    Meeting with Dr. Smith Monday 2pm => Meeting with Dr. Smith; 2026-11-30 14:00-15:00
    Call in an hour => Call; 2026-11-25 10:00-11:00
    Call in 90 minutes => Call; 2026-11-25 10:30-11:30
    Call in two days at 10am => Call; 2026-11-27 10:00-11:00
    Call in a week at 10am => Call; 2026-12-02 10:00-11:00
    Call friday week 10am => Call; 2026-12-04 10:00-11:00
    Call next monday 10am => Call; 2026-11-30 10:00-11:00
    Call next week tuesday 10am => Call; 2026-12-01 10:00-11:00
    Call tuesday of next week 10am => Call; 2026-12-01 10:00-11:00
    Review week 50 tuesday 10am => ? week 50
    Rent on the 5th of next month => Rent; 2026-12-05
    Rent next month on the 5th 9:30 => Rent; 2026-12-05 09:30-10:30
    Review friday after lunch 14:00 => Review after lunch; 2026-11-27 14:00-15:00
    Coffee friday before work 8am => Coffee before work; 2026-11-27 08:00-09:00
    Birthday Anna Dec 12 yearly => Birthday Anna; 2026-12-12; FREQ=YEARLY
    Anna's birthday on December 12 => Anna's birthday; 2026-12-12
    Book flight by Air France tomorrow 10am => Book flight by Air France; 2026-11-26 10:00-11:00
    Call monday 10am New York time => Call; 2026-11-30 10:00-11:00 America/New_York
    Call monday 10am EST => Call; 2026-11-30 10:00-11:00 America/New_York
    Dinner at Luigi's sat 8pm => Dinner at Luigi's; 2026-11-28 20:00-21:00
    Buy 3 tickets friday => Buy 3 tickets; 2026-11-27
    Dentist Tues, Dec. 1st, 3:00pm => Dentist; 2026-12-01 15:00-16:00
    Dentist Dec. 1, 3-4:30pm => Dentist; 2026-12-01 15:00-16:30
    Party Dec 5 – 8pm-11pm => Party; 2026-12-05 20:00-23:00
    Meet tomorrow b/w 2 and 3pm => Meet; 2026-11-26 14:00-15:00
    Standup M-F 9am => Standup; 2026-11-25 09:00-10:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Call the monday after next 3pm => Call; 2026-12-07 15:00-16:00
    Call a week from friday 3pm => Call; 2026-12-04 15:00-16:00
    Call tomorrow@3pm => ? tomorrow
    Office closed dec 24, 25 => ? 24, 25
    Call 2 and 3pm friday => ? 2 and 3pm
    Meeting fri 15:00/16:00 => ? 15:00/16:00
    Vet 2 wks from mon 9am => Vet; 2026-12-14 09:00-10:00
    Vet a week Tuesday 9am => ? week Tuesday
    Vet week on Tue 9am => ? week on Tue
    Vet 3pm on the eleventh => ? eleventh
    Class mon 6pm 6 times => ? 6 times
    Class mon 6pm x 6 => ? x 6
    Payday every 15th and 30th => ? 30
    Meeting | Fri Dec 11 | 3pm => Meeting; 2026-12-11 15:00-16:00
    Meet on the 3rd floor 10am => ? 3rd
    Class tu th 9am => ? tu th
    Doctor Tuesday 15th 10am => Doctor; 2026-12-15 10:00-11:00
    Doctor Friday 13th 10am => ?
    Doctor fri & sat 10am => ? sat
    Doctor 3 fridays from now 10am => ? 3 fridays
    Doctor fri 0900-1030 => ? 0900-1030
    Doctor fri 5pm for 90 => ?
    Table for 2 friday 7pm => Table for 2; 2026-11-27 19:00-20:00
    1:1 with Kim friday => 1:1 with Kim; 2026-11-27
    Dinner Dec 5 next year 7pm => Dinner; 2027-12-05 19:00-20:00
    # en dayFirst 2026-11-25T09:00:00+01:00
    Doctor 30/11 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor 30-11 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor Mon 30/11, 10am => Doctor; 2026-11-30 10:00-11:00
    # en monthFirst 2026-11-25T09:00:00+01:00
    Doctor 11/30, 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor 11-30 10am => Doctor; 2026-11-30 10:00-11:00
    Doctor Mon 11/30 at 10am => Doctor; 2026-11-30 10:00-11:00
    # en unknown 2026-11-25T09:00:00+01:00
    Doctor tomorow 10am => ? tomorow
    Doctor tommorow 10am => ? tommorow
    Doctor tmorrow 10am => ? tmorrow
    Doctor wendesday 10am => ? wendesday
    Doctor wensday 10am => ? wensday
    Doctor frday 10am => ? frday
    Doctor thrusday 10am => ? thrusday
    Doctor Munday, 10am => ? Munday
    Doctor 2moro 10am => ? 2moro
    Doctor 2morrow 10am => ? 2morrow
    Doctor tom 10am => ? tom
    Doctor tmw 10am => ? tmw
    Doctor decembr 3 10am => ? decembr
    Doctor novemeber 30 10am => ? novemeber
    Doctor 31-31 10am => ? 31-31
    Doctor 11.30 10am => ?
    Doctor 12-12-12-12 10am => ?
    Doctor 30th 10am => ? 30th
    Doctor 301126 10am => ? 301126
    Doctor 20261130 10am => ? 20261130
    Doctor the fifth 10am => ? fifth
    Doctor mornings => ?
    Doctor mornings 10am => ? mornings
    Doctor weekday 10am => ? weekday
    Doctor in the week 10am => ? week
    Doctor midweek 10am => ? midweek
    Doctor fortnight 10am => ? fortnight
    Valentine's day 8pm => ? Valentine's
    Mother's day brunch 11am => ? Mother's day
    Thanksgiving dinner 6pm => ? Thanksgiving
    New Year's brunch 11am => ? New Year's
    St Patrick's parade 11am => ? Patrick's
    Passover dinner 6pm => ? Passover
    Advent singing 5pm => ? Advent
    Ramadan dinner 6pm => ? Ramadan
    Diwali party 6pm => ? Diwali
    Party labor day 6pm => ? labor day
    Doctor tuesday after next 10am => Doctor; 2026-12-08 10:00-11:00
    Doctor the week after next tuesday 10am => ?
    Doctor monday after easter 10am => ? easter
    Doctor friday before christmas 10am => ? christmas
    Doctor the following monday 10am => ? following
    Doctor next weekend saturday 10am => ? weekend
    Ski week of feb 1 => ? week of
    Ski 3 days from friday => ?
    Backup every hour => ?
    Doctor next friday 10am => ? next friday
    Doctor at 3 => ? at 3
    Doctor friday at 10 => ? friday at 10
    Doctor friday half past two => ? half past two
    Doctor friday 9ish => ? 9ish
    Doctor friday 1o:30 => ? 1o:30
    Doctor friday 10;30 => ?
    Doctor friday 25:00 => ? 25:00
    Call Dr. Smith 15:00 => ? Dr.
    Sprint 42 15:00 => ? 42
    Table for two 7pm => ? two
    Doctor friday 10am alert 15 minutes before => ? alert
    Doctor friday 10am remind me 1 hour before => ? remind
    Report friday eod => ? eod
    Doctor monday 1 December 10am => ? monday 1 December
    Doctor 1/2 10am => ? 1/2
    Weekly sync monday 10am => ? Weekly
    Daily standup tomorrow 9:15 => ? Daily
    Monthly report due friday => ? Monthly
    Dinner tonight => ? tonight
    Doctor mon or tue 10am => ? tue
    Doctor december 10am => ? december
    """
