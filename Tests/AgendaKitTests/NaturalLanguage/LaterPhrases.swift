/// Phrases written after the grammar was finished, without a look at it. Monday, 2027-03-01, 09:00.
let laterPhrases = """
    # en dayFirst 2027-03-01T09:00:00+01:00
    Haircut wed at 4:15pm => Haircut; 2027-03-03 16:15-17:15
    Pick up kids today 3pm => Pick up kids; 2027-03-01 15:00-16:00
    Mum's birthday 12 April every year => Mum's birthday; 2027-04-12; FREQ=YEARLY
    Team lunch thursday 12:00 to 13:30 @ Osteria => Team lunch; @ Osteria; 2027-03-04 12:00-13:30
    Piano lesson on mondays at 17:00 => Piano lesson; 2027-03-01 17:00-18:00; FREQ=WEEKLY;BYDAY=MO
    Pay rent on the 1st of every month => Pay rent; 2027-03-01; FREQ=MONTHLY;BYMONTHDAY=1
    Conference 15-17 June in Lisbon => Conference in Lisbon; 2027-06-15..2027-06-17
    Holiday from 1 July to 15 July => Holiday; 2027-07-01..2027-07-15
    Call mum sunday 11am for 30 minutes => Call mum; 2027-03-07 11:00-11:30
    Dentist in a week 9:45 => Dentist; 2027-03-08 09:45-10:45
    Interview 3 March 14:00-15:00 London => Interview; 2027-03-03 14:00-15:00 Europe/London
    Webinar thu 10am PST => Webinar; 2027-03-04 10:00-11:00 America/Los_Angeles
    Gym tue & thu 18:30 every week => Gym; 2027-03-02 18:30-19:30; FREQ=WEEKLY;BYDAY=TU,TH
    Gym every tue & thu 18:30 => Gym; 2027-03-02 18:30-19:30; FREQ=WEEKLY;BYDAY=TU,TH
    Choir every week on wednesday 19:30 until 30 June => Choir; 2027-03-03 19:30-20:30; FREQ=WEEKLY;UNTIL=20270630T215959Z;BYDAY=WE
    Backup every 6 hours => ? inexactTime
    Concert 2027-03-19 at 8pm @ City Hall => Concert; @ City Hall; 2027-03-19 20:00-21:00
    Brunch this sunday noon => Brunch; 2027-03-07 12:00-13:00
    Drinks friday 6pm-late => ? maybeTime: late
    Exam 10/03 9:00 => Exam; 2027-03-10 09:00-10:00
    Tax return by 31 May => ? inexactTime: by 31 May
    Lunch with June tomorrow 12:30 => Lunch with June; 2027-03-02 12:30-13:30
    Lunch with June 12:30 => ? inexactDay: June
    March for climate saturday 14:00 => March for climate; 2027-03-06 14:00-15:00
    Order 66 tomorrow 10:00 => Order 66; 2027-03-02 10:00-11:00
    Meeting at 5 tomorrow => ? eitherTime: at 5 tomorrow
    Meeting tomorrow => Meeting; 2027-03-02
    Meeting at 17 tomorrow => Meeting; 2027-03-02 17:00-18:00
    Meeting 8:59 => ? past: 8:59
    Meeting 9:00 => Meeting; 2027-03-01 09:00-10:00
    Party 31/12 from 20:00 to 2:00 => Party; 2027-12-31 20:00-2028-01-01 02:00
    Sunday roast 7 March 13:00 => Sunday roast; 2027-03-07 13:00-14:00
    Review next week => ? inexactDay: next week
    Review monday next week 10:00 => Review; 2027-03-08 10:00-11:00
    Review next tuesday 10:00 => ? eitherDay: next tuesday 10:00
    Trip 29 Feb => Trip; 2028-02-29
    Trip 29 Feb 2027 => ? noSuchDay: 29 Feb 2027
    Launch 1 March 2027 10:00 => Launch; 2027-03-01 10:00-11:00
    Old news 28 Feb 10:00 => ? past: 28 Feb 10:00
    Monthly report friday 16:00 => ? maybeRepetition: Monthly
    Report monthly on the 5th 16:00 => Report; 2027-03-05 16:00-17:00; FREQ=MONTHLY;BYMONTHDAY=5
    "Monthly report" friday 16:00 => Monthly report; 2027-03-05 16:00-17:00
    Nap tomorrow afternoon => ? inexactTime: tomorrow afternoon
    Nap tomorrow afternoon 2:30 => Nap; 2027-03-02 14:30-15:30
    Call 15:00 IST tomorrow => ? unclearZone
    # de dayFirst 2027-03-01T09:00:00+01:00
    Elternabend Donnerstag 19:30 @ Schule => Elternabend; @ Schule; 2027-03-04 19:30-20:30
    Steuererklärung am 31.5. => Steuererklärung; 2027-05-31
    Sitzung am ersten Montag im Monat 18 Uhr => Sitzung; 2027-03-01 18:00-19:00; FREQ=MONTHLY;BYDAY=1MO
    Sport alle zwei Tage 7:30 => Sport; 2027-03-02 07:30-08:30; FREQ=DAILY;INTERVAL=2
    Oma Geburtstag 12. April => Oma Geburtstag; 2027-04-12
    Termin morgen um 4 => ? eitherTime: morgen um 4
    Termin heute Nachmittag um 4 => Termin; 2027-03-01 16:00-17:00
    Termin Montag 8 Uhr => ? past: Montag 8 Uhr
    # zh unknown 2027-03-01T09:00:00+01:00
    周三上午十点面试 => 面试; 2027-03-03 10:00-11:00
    每周五下午5点到6点踢球 => 踢球; 2027-03-05 17:00-18:00; FREQ=WEEKLY;BYDAY=FR
    3月15日交报告 => 交报告; 2027-03-15
    下个月聚会 => ? inexactDay: 下个月
    """
