import ICalendar

extension Vocabulary {
    private static let germanParts: [(String, WordMeaning.DayPart)] = [
        ("morgen", .morning), ("früh", .morning), ("vormittag", .morning), ("mittag", .noon),
        ("nachmittag", .afternoon), ("abend", .evening), ("nacht", .night),
    ]

    mutating func addGerman() {
        let days = [
            "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag",
        ]
        let short = ["mo", "di", "mi", "do", "fr", "sa", "so"]
        for (index, weekday) in Weekday.allCases.enumerated() {
            add(.weekday(weekday, isSure: true), days[index])
            add(.weekday(weekday, isSure: false), short[index])
            add(.weekdays([weekday]), days[index] + "s,immer " + days[index] + "s")
            for (name, part) in Self.germanParts {
                add(.weekdayPart(weekday, part), days[index] + name)
            }
        }
        add(.weekday(.saturday, isSure: true), "sonnabend")
        add(.weekdays([.saturday]), "sonnabends")
        let months = [
            "januar,jänner,jan", "februar,feber,feb", "märz,maerz,mär", "april,apr", "mai",
            "juni,jun", "juli,jul", "august,aug", "september,sep,sept", "oktober,okt",
            "november,nov", "dezember,dez",
        ]
        add(months) { .month($0) }
        add(.day(0), "heute")
        add(.day(1), "morgen")
        add(.day(2), "übermorgen,uebermorgen")
        add(.day(3), "überübermorgen")
        add(.day(-1), "gestern")
        add(.day(-2), "vorgestern")

        add(.clock(43_200), "mittag,12 mittags")
        add(.midnight, "mitternacht")
        add(.hourMark(clearFrom: 7), "uhr")
        add(
            .part(.morning),
            "früh,frueh,morgen,morgens,vormittag,vormittags,am morgen,am vormittag,"
                + "in der früh"
        )
        add(.part(.noon), "mittags")
        add(.part(.afternoon), "nachmittag,nachmittags,am nachmittag")
        add(.part(.evening), "abend,abends,am abend")
        add(.part(.night), "nacht")
        add(.part(.smallHours), "nachts,in der nacht")
        add(.half, "halb")
        add(.quarter, "viertel")
        add(.past, "nach")
        add(.before, "vor")
        add(.zoneTime, "zeit")

        let numbers = [
            "ein,eins,eine,einer,einem,einen", "zwei", "drei", "vier", "fünf,fuenf", "sechs",
            "sieben", "acht", "neun", "zehn", "elf", "zwölf,zwoelf",
        ]
        add(numbers) { .number($0) }
        let teens = ["drei", "vier", "fünf", "sech", "sieb", "acht", "neun"]
        for (index, name) in teens.enumerated() { add(.number(13 + index), name + "zehn") }
        add(.number(45), "fünfundvierzig")
        add(.number(20), "zwanzig")
        add(.number(30), "dreißig")
        let ordinals = [
            "erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt", "zehnt",
            "elft", "zwölft", "dreizehnt", "vierzehnt", "fünfzehnt", "sechzehnt", "siebzehnt",
            "achtzehnt", "neunzehnt", "zwanzigst",
        ]
        for ending in ["er", "en", "e", "em"] { add(ordinals.map { $0 + ending }) { .ordinal($0) } }
        add(.ordinal(-1), "letzter,letzten,letzte,letztem")
        add(.unit(.minute), "minute,minuten,min")
        add(.unit(.hour), "stunde,stunden,std")
        add(.unit(.day), "tag,tage,tagen")
        add(.unit(.week), "woche,wochen")
        add(.unit(.month), "monat,monate,monaten,monats")
        add(.unit(.year), "jahr,jahre,jahren,jahres")

        add(.every, "jeden,jede,jedes,jeder,jedem,alle")
        add(.frequency(.daily, 1), "täglich,taeglich")
        add(.frequency(.weekly, 1), "wöchentlich,woechentlich")
        add(.frequency(.weekly, 2), "vierzehntäglich,zweiwöchentlich,14-täglich")
        add(.frequency(.monthly, 1), "monatlich")
        add(.frequency(.monthly, 3), "vierteljährlich,vierteljaehrlich,quartalsweise")
        add(.frequency(.yearly, 1), "jährlich,jaehrlich")
        add(.workdays, "werktag,wochentag,arbeitstag")
        add(
            .weekdays([.monday, .tuesday, .wednesday, .thursday, .friday]),
            "werktags,wochentags,unter der woche")
        add(.weekend, "wochenende")
        add(.weekdays([.saturday, .sunday]), "wochenends,wochenenden,an wochenenden")
        add(.weekNumber, "kw,kalenderwoche")
        add(.times, "mal,male")
        add(
            .except,
            "außer,ausser,ausgenommen,abwechselnd,zweimal,dreimal,abgesehen von,mit ausnahme von")
        add(.maybeExcept, "ohne,nicht,bis auf,kein,nur nicht")

        add(.next, "nächsten,nächster,nächste,nächstem,nächstes,naechsten,naechste")
        add(.afterNext, "übernächsten,übernächster,übernächste,uebernaechsten")
        add(.this, "diesen,dieser,diese,diesem,dieses")
        add(.last, "letzten,letzter,letzte")
        add(.coming, "kommenden,kommender,kommende,kommendem")
        add(.on, "am,den,der,dem,an dem,spätestens,spätestens am,bis spätestens,spätestens bis")
        add(.at(clearFrom: 7), "um,punkt,um punkt")
        add(.from, "von,vom,ab,beginnend,beginnend am")
        add(.to, "bis,bis zum,bis um,bis zu")
        add(.until, "bis,bis zum,bis ende,bis einschließlich")
        add(.lasting, "für")
        add(.inside, "in")
        add(.of, "im,des,vom")
        add(.and, "und,und am,und um,u.,u")
        add(.between, "zwischen")
        add(
            .approximate,
            "gegen,circa,etwa,ungefähr,vor,nach,frühestens,kurz vor,kurz nach")
        add(
            .period,
            "wochenende,am wochenende,nächstes wochenende,diese woche,nächste woche,letzte woche,"
                + "kommende woche,diesen monat,nächsten monat,nächstes jahr")
        add(
            .inexactDay,
            "weihnachten,heiligabend,"
                + "ostern,ostersonntag,ostermontag,karfreitag,pfingsten,pfingstmontag,silvester,"
                + "neujahr,monatsende,rosenmontag")
        add(.determiner, "das,die,ein,eine,einen,mein,meine,unser,unsere,kein")

        let zones = [
            "berliner": "Europe/Berlin", "londoner": "Europe/London", "pariser": "Europe/Paris",
            "new yorker": "America/New_York", "tokioter": "Asia/Tokyo",
        ]
        for (adjective, zone) in zones { add(.zone(zone), adjective + " zeit") }
        add(.zone("Europe/Berlin"), "deutscher zeit")
        add(.zone(""), "ortszeit")
    }
}
