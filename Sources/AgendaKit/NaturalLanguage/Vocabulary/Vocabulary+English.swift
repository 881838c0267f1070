import ICalendar

extension Vocabulary {
    /// Adds English. A sure name of a weekday is a day anywhere; another one only beside other words about
    /// time.
    mutating func addEnglish() {
        let days = [
            "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        ]
        let short = ["mon", "tue,tues", "wed", "thu,thur,thurs", "fri", "sat", "sun"]
        for (index, weekday) in Weekday.allCases.enumerated() {
            add(.weekday(weekday, isSure: true), days[index])
            let isWord = [.wednesday, .saturday, .sunday].contains(weekday)
            add(.weekday(weekday, isSure: !isWord), short[index])
            add(.weekdays([weekday]), days[index] + "s")
            // `friday's report`: looks like a day, but cannot be used.
            add(.inexactDay, days[index] + "'s")
        }
        let months = [
            "january,jan", "february,feb", "march,mar", "april,apr", "may", "june,jun", "july,jul",
            "august,aug", "september,sep,sept", "october,oct", "november,nov", "december,dec",
        ]
        add(months) { .month($0) }
        add(.day(0), "today")
        add(.day(1), "tomorrow,tmr,tmrw")
        add(.day(2), "day after tomorrow,the day after tomorrow,overmorrow")
        add(.day(14), "in a fortnight,a fortnight from now,a fortnight today")
        add(.day(-1), "yesterday")
        add(.day(-2), "day before yesterday,the day before yesterday")

        add(.clock(43_200), "noon,midday")
        add(.midnight, "midnight")
        add(.meridiem(isAfternoon: false), "am,a.m.,a.m")
        add(.meridiem(isAfternoon: true), "pm,p.m.,p.m")
        add(.hourMark(clearFrom: 12), "o'clock,oclock")
        add(.hourMark(clearFrom: 0), "hrs")
        add(.part(.morning), "morning,in the morning")
        add(.part(.afternoon), "afternoon,in the afternoon")
        add(.part(.evening), "evening,in the evening")
        add(.part(.night), "night,at night")
        add(.dayPart(0, .morning), "this morning")
        add(.dayPart(0, .afternoon), "this afternoon")
        add(.dayPart(0, .evening), "tonight,this evening")
        add(.halfPast, "half past")
        add(.quarter, "quarter,a quarter")
        add(.past, "past")
        add(.before, "to")
        add(.zoneTime, "time")

        let numbers = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            "twelve",
        ]
        add(numbers) { .number($0) }
        add(.number(1), "a,an")
        let teens = [
            "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
        ]
        for (index, name) in teens.enumerated() { add(.number(13 + index), name) }
        for (number, name) in [(40, "forty"), (45, "forty-five"), (50, "fifty"), (90, "ninety")] {
            add(.number(number), name)
        }
        add(.number(20), "twenty")
        add(.number(30), "thirty")
        add([
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
            "seventeenth", "eighteenth", "nineteenth", "twentieth", "twenty-first",
            "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth",
            "twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first",
        ]) { .ordinal($0) }
        add(.ordinal(-1), "last")
        add(.unit(.minute), "minute,minutes,min,mins")
        add(.unit(.hour), "hour,hours,hr,hrs")
        add(.unit(.day), "day,days")
        add(.unit(.week), "week,weeks,wk,wks")
        add(.unit(.month), "month,months")
        add(.unit(.year), "year,years")

        add(.every, "every,each")
        add(.other, "other")
        add(.frequency(.daily, 1), "daily")
        add(.frequency(.weekly, 1), "weekly")
        add(.frequency(.weekly, 2), "fortnightly")
        add(.frequency(.monthly, 1), "monthly")
        add(.frequency(.monthly, 3), "quarterly")
        add(.frequency(.yearly, 1), "yearly,annually")
        add(.frequency(.hourly, 1), "hourly")
        add(.unclearFrequency, "biweekly,bi-weekly,bimonthly,bi-monthly,biannually,semiannually")
        add(.unclearFrequency, "once a week,twice a week,twice a month,twice a day")
        add(.workdays, "weekday,workday,working day,business day")
        add(.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]), "weekdays,workdays")
        add(.weekend, "weekend,weekends")
        add(.weekdays([.saturday, .sunday]), "weekends")
        add(.weekdays([.monday, .wednesday, .friday]), "mwf,m/w/f,m-w-f,m w f")
        add(.weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]), "m-f,mtwtf,mtwthf")
        add(.weekdays([.tuesday, .thursday]), "tth,tuth,t/th,tu/th")
        add(.weekNumber, "cw,calendar week")
        add(.times, "times,time,x,occurrences")
        add(
            .except,
            "except,excluding,but not,apart from,other than,alternate,alternating,twice,with the exception of"
        )
        add(.maybeExcept, "but,not,minus,without,save,barring,no")

        add(.next, "next")
        add(.this, "this")
        add(.last, "last")
        add(.coming, "coming,this coming,upcoming")
        add(.on, "on,on the")
        add(.at(clearFrom: 12), "at,@")
        add(.from, "from,starting,beginning,starting on,starting from,starts,begins,effective")
        add(.to, "to,-,until,till,til,through,thru")
        add(.until, "until,till,til,through,thru,ending,up to")
        add(.lasting, "for,lasting")
        add(.inside, "in")
        add(.ago, "ago")
        add(.later, "from now,from today,later")
        add(.of, "of,of the")
        add(.and, "and,&,and on,/")
        add(.between, "between,b/w,betw")
        add(.approximate, "around,about,approximately,circa,ca.,before,after,by,not before")
        add(
            .period,
            "this weekend,next weekend,the weekend,weekend,this week,next week,last week,this month,"
                + "next month,last month,this year,next year,end of month,end of the month,eom,eow")
        add(
            .inexactDay,
            "christmas,christmas eve,boxing day,easter,easter sunday,easter monday,"
                + "good friday,new year's eve,new year's day,halloween,thanksgiving,black friday")
        add(.determiner, "the,a,an,my,our,your,his,her,their,some,any,no")
        // American zones that people name without a city.
        add(.zone("America/New_York"), "eastern time")
        add(.zone("America/Los_Angeles"), "pacific time")
    }
}
