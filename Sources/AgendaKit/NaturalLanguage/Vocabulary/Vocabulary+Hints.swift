extension Vocabulary {
    /// Words that name some day or part of a day without settling one: feasts, parts of days, parts of weeks. They may be title
    /// beside a day that is said, but a time with such a word and no day is not today's.
    mutating func addEnglishHints() {
        add(
            .hint,
            "some time,someday,some day,one day,any day,anytime,whenever,eventually,tba,tbd,valentine's,valentines,valentine,mother's day,mothers day,father's day,advent,"
                + "new year's,new years,new year,nye,st patrick's,st. patrick's,patrick's,passover,"
                + "pesach,hanukkah,chanukah,purim,sukkot,rosh hashanah,yom kippur,ramadan,eid,"
                + "diwali,holi,vesak,kwanzaa,lent,pentecost,epiphany,ash wednesday,mardi gras,"
                + "carnival,labor day,labour day,memorial day,independence day,columbus day,"
                + "bank holiday,holiday,holidays,xmas,x-mas,cyber monday,lunar new year,juneteenth")
        add(
            .hint,
            "mornings,afternoons,evenings,nights,nightly,midweek,midmonth,workday,workdays,"
                + "weekday,m w,t th,t r,mo,tu,th,fr,su,day,days,week,weeks,weekly,wk,wks,month,months,year,years,tmw,tmrow,tmoz,"
                + "tomoz,tomo,morrow,nxt,weds,wedn,thr,bday,soon,later,sometime,ides")
        add(
            .period,
            "the week after next,week after next,the week after,the following,following,"
                + "the previous,previous,the week of,week of,the week before,fortnight,a fortnight,"
                + "wkend,mid,beginning of,start of,end of,sometime in")
        add(.inexactClock, "lunchtime,lunch time,first thing,noonish")
        add(.inexactClock, "eod,cob,eob,end of day,end of the day,close of business,close of play")
        add(.vagueCount, "a couple of,a couple,couple of,several,a few,few,some,many")
        add(.nextDay, "the next day,next day,the following day")
        add(.reminder, "alert,alarm,remind,reminder,notify,notification")
        add(.ahead, "before,beforehand,prior,earlier,early,ahead,in advance")
        add(.vagueAfter, "ish,-ish,or so,or later,or earlier,onwards,before last,or thereabouts")
        add(.allDay, "all day,all-day,allday,whole day,the whole day")
    }

    mutating func addGermanHints() {
        add(
            .hint,
            "hl. abend,heilig abend,heiligen abend,irgendwann,demnächst,bald,heilige drei könige,drei könige,könige,tag der arbeit,maifeiertag,vatertag,muttertag,"
                + "valentinstag,nikolaus,tag der deutschen einheit,buß- und bettag,totensonntag,"
                + "volkstrauertag,erntedank,martinstag,sankt martin,st. martin,sommeranfang,"
                + "winteranfang,feiertag,feiertags,brückentag,feierabend,tag,tage,tags,tagsüber,woche,"
                + "wochen,monat,monate,jahr,jahre,morgens,vormittags,mittags,nachmittags,abends,nachts,"
                + "ultimo,monatsersten,monatserster,monatsanfang,monatsende,monatsmitte,heut,mrgn")
        add(
            .period,
            "mitte,anfang,ende,ende der woche,mitte der woche,anfang der woche,drauf,danach,darauf,"
                + "davor,folgenden,folgende,folgender,darauffolgenden,überübernächsten,"
                + "überübernächster,übernächste woche,übernächstes wochenende,übernächsten monat")
        add(.inexactClock, "dienstschluss,ende des tages,tagesende")
        add(.vagueCount, "ein paar,paar,einige,einigen,mehrere,mehreren,wenige,wenigen,etlichen")
        add(.nextDay, "am nächsten tag,nächsten tag,am folgetag,zum nächsten tag")
        add(.reminder, "erinnerung,erinnern,erinnere,erinner")
        add(.ahead, "vorher,davor,früher,zuvor,im voraus")
        add(.vagueAfter, "herum,oder später,oder so")
        add(.allDay, "ganztägig,ganztags,den ganzen tag,ganzer tag")
        hintPrefixes = [
            "weihnacht", "oster", "silvester", "nikolaus", "advent", "pfingst", "neujahr",
            "karneval", "fasching", "fastnacht", "rosenmontag", "aschermittwoch", "himmelfahrt",
            "fronleichnam", "reformationstag", "allerheiligen", "allerseelen", "halloween",
            "dreikönig", "heiligabend", "muttertag", "vatertag", "feiertag", "wochenend",
            "wochenanfang", "wochenmitte", "monatsanfang", "monatsende", "jahresende",
            "jahresanfang", "jahreswechsel", "quartalsende", "überübernächst",
            "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend",
            "sonntag", "januar", "februar", "april", "august", "september", "oktober", "november",
            "dezember",
        ]
    }

    mutating func addChineseHints() {
        add(
            .hint,
            "有空,哪天,节假日,节日,法定假日,公休日,春节,中秋,端午,清明,元宵,七夕,重阳,腊八,冬至,正月,农历,阴历,腊月,小年,大年,除夕,国庆,元旦,圣诞,平安夜,"
                + "双十一,双十二,双11,双12,跨年,五一,十一假期,黄金周,寒假,暑假,期末,期中,周末,改天,改日,过两天,过几天,"
                + "年前,年后,节前,节后,会前,第二天,隔天,次日,当天,当日,当晚,那天,某天,平时,平日,周中,傍晚,早晚,月内,近日,近期")
        add(
            .period,
            "月底,月初,月末,月中,上旬,中旬,下旬,年底,年初,年末,年中,周初,下个月,下月,下下个月,下下月,这个月,本月,上个月,"
                + "上月,明年,今年,后年,去年,下半年,上半年,下季度,本季度,季度末,周末")
        add(.inexactClock, "下班前,下班后,饭后,饭前,睡前")
        add(.vagueCount, "几,好几,数,若干,一两,两三,三四,三五,四五,五六,六七,七八,八九")
        add(.nextDay, "第二天,次日,翌日,隔天")
        add(.reminder, "提前,提早")
        add(.ahead, "提醒,提醒我,通知")
        add(.vagueAfter, "左右,上下,来钟,的前,的后,的次日,的第二天,前后,前,之前,以前,后,之后,以后")
        add(.allDay, "全天,整天,一整天")
    }
}
