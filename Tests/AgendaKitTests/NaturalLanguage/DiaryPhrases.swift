/// Phrases of two weeks of use. Thursday, 2026-11-26, 09:00.
let diaryPhrases = """
    # en dayFirst 2026-11-26T09:00:00+01:00
    Book club first thursday every month 20:00-22:00 => Book club; 2026-12-03 20:00-22:00; FREQ=MONTHLY;BYDAY=1TH
    Yoga last sunday every month 9:00 => Yoga; 2026-11-29 09:00-10:00; FREQ=MONTHLY;BYDAY=-1SU
    Yoga first thursday monthly 20:00 => Yoga; 2026-12-03 20:00-21:00; FREQ=MONTHLY;BYDAY=1TH
    Rent 1st every month => Rent; 2026-12-01; FREQ=MONTHLY;BYMONTHDAY=1
    Rent 15th monthly => Rent; 2026-12-15; FREQ=MONTHLY;BYMONTHDAY=15
    Book club 2nd thursday 20:00 => ? inexactDay: 2nd thursday
    Book club second thursday 20:00 => ? inexactDay: second thursday
    Tax first monday in december 10:00 => Tax; 2026-12-07 10:00-11:00
    Board on the third friday of january 10am => Board; 2027-01-15 10:00-11:00
    Sale last friday in november 2027 10:00 => Sale; 2027-11-26 10:00-11:00
    Party fifth monday of february 10:00 => ? noSuchDay: fifth monday of february 10:00
    Gala first monday in december every year => ? inexactDay: first monday in december
    Standup first workday of the month 9:30 => ? inexactDay: first workday
    Review in a fortnight 10:00 => Review; 2026-12-10 10:00-11:00
    Review quarterly 10:00 => Review; 2026-11-26 10:00-11:00; FREQ=MONTHLY;INTERVAL=3
    Second breakfast saturday 10:00 => Second breakfast; 2026-11-28 10:00-11:00
    First monthly report friday 10:00 => ? maybeRepetition: monthly
    Vacation Dec 20 - Jan 6 => Vacation; 2026-12-20..2027-01-06
    Vacation 28-3 Jan => Vacation; 2026-12-28..2027-01-03
    Vacation 20.12.-6.1. => Vacation; 2026-12-20..2027-01-06
    Trip 24.12.-26.12. 10:00 => ? startWithoutTime
    Flight 5 dec 6:45-9:10 => ? eitherTime: 5 dec 6:45-9:10
    Flight 5 dec 06:45-9:10 => Flight; 2026-12-05 06:45-09:10
    Flight 5 dec 6:45-09:10 => Flight; 2026-12-05 06:45-09:10
    Flight 5 dec 6:45-14:10 => Flight; 2026-12-05 06:45-14:10
    Flight 5 dec 6:45-9:10am => Flight; 2026-12-05 06:45-09:10
    # en24 dayFirst 2026-11-26T09:00:00+01:00
    Flight 5 dec 6:45-9:10 => Flight; 2026-12-05 06:45-09:10
    Flight 5 dec 6:45 => Flight; 2026-12-05 06:45-07:45
    Dinner 5 dec 6:45-9:10pm => Dinner; 2026-12-05 18:45-21:10
    Dinner 5 dec 6:45 in the evening => Dinner; 2026-12-05 18:45-19:45
    Lunch 5 dec 12:30-1:30 => Lunch; 2026-12-05 12:30-13:30
    Lunch 5 dec at 1 => ? eitherTime: 5 dec at 1
    # de dayFirst 2026-11-26T09:00:00+01:00
    Urlaub 20.12.-6.1. => Urlaub; 2026-12-20..2027-01-06
    Urlaub 20.12.–6.1.2027 => Urlaub; 2026-12-20..2027-01-06
    Urlaub vom 20.12.-6.1. => Urlaub; 2026-12-20..2027-01-06
    Urlaub 24.-26.12. => Urlaub; 2026-12-24..2026-12-26
    Urlaub 28.-3.1. => Urlaub; 2026-12-28..2027-01-03
    Urlaub 28.-3.1.2028 => Urlaub; 2027-12-28..2028-01-03
    Urlaub 31.-2.4. => Urlaub; 2027-03-31..2027-04-02
    Urlaub 31.-2.5. => ? noSuchDay: 31.-2.5.
    Stammtisch erster Montag im Dezember 20:00 => Stammtisch; 2026-12-07 20:00-21:00
    Stammtisch zweiter Donnerstag 20:00 => ? inexactDay: zweiter Donnerstag
    Miete am 1. jeden Monat => Miete; 2026-12-01; FREQ=MONTHLY;BYMONTHDAY=1
    Bericht vierteljährlich 10:00 => Bericht; 2026-11-26 10:00-11:00; FREQ=MONTHLY;INTERVAL=3
    """
