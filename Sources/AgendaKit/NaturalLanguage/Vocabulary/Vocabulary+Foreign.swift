extension Vocabulary {
    /// Names of days in languages that may not be the reader's, as keys of tokens: a time beside one is not taken as today's.
    ///
    /// The days and months of the complete vocabularies, and the days of the languages that most calendars besides are
    /// written in. Names of up to three letters are words of too many languages.
    static let foreignDays: Set<String> = {
        let english = Vocabulary().terms
        var days = Vocabulary()
        for language in ["de", "zh"] {
            for (key, meanings) in Vocabulary(language: language).terms {
                let isDay = meanings.contains {
                    switch $0 {
                    case .day, .weekday, .weekdays, .weekdayOfWeek, .inexactDay, .dayPart, .month:
                        true
                    default: false
                    }
                }
                if isDay, english[key] == nil { days.add(.hint, key) }
            }
        }
        for names in others { days.add(.hint, names) }
        return Set(
            days.terms.keys.filter { key in
                english[key] == nil
                    && (key.count > 3 || key.unicodeScalars.contains { $0.value >= 0x2E80 })
            })
    }()

    /// Weekdays from Monday on, today, tomorrow and the day after.
    private static let others = [
        "lundi,mardi,mercredi,jeudi,vendredi,samedi,dimanche,aujourd'hui,demain,après-demain",
        "lunes,martes,miércoles,miercoles,jueves,viernes,sábado,sabado,domingo,mañana,pasado mañana",
        "lunedì,martedì,mercoledì,giovedì,venerdì,sabato,domenica,oggi,domani,dopodomani",
        "segunda-feira,terça-feira,quarta-feira,quinta-feira,sexta-feira,amanhã,hoje",
        "maandag,dinsdag,woensdag,donderdag,vrijdag,zaterdag,zondag,vandaag,overmorgen",
        "måndag,tisdag,onsdag,torsdag,fredag,lördag,söndag,imorgon,idag",
        "mandag,tirsdag,lørdag,søndag,i morgen",
        "maanantai,tiistai,keskiviikko,torstai,perjantai,lauantai,sunnuntai,huomenna,tänään",
        "poniedziałek,wtorek,środa,środę,czwartek,piątek,sobota,sobotę,niedziela,niedzielę,jutro,dzisiaj",
        "pondělí,úterý,středa,čtvrtek,pátek,neděle,zítra,dnes",
        "понедельник,вторник,среда,среду,четверг,пятница,пятницу,суббота,субботу,воскресенье,сегодня,завтра",
        "pazartesi,salı,çarşamba,perşembe,cuma,cumartesi,yarın,bugün",
        "月曜,火曜,水曜,木曜,金曜,土曜,日曜,明日,明後日,今日",
    ]
}
