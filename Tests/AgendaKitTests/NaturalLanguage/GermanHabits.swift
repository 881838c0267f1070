/// German phrases as people write them in mails, on cards of doctors and in tickets, with what each means by hand; `?` is
/// asked about, and the word behind it named. Wednesday, 2026-11-25, 09:00.
let germanHabits = """
    # de dayFirst 2026-11-25T09:00:00+01:00
    Termin 30.11., 14:00 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin Mo., 30.11., 14:00 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin Fr., 14:00 => Termin; 2026-11-27 14:00-15:00
    Termin Fr, 14:00 => Termin; 2026-11-27 14:00-15:00
    Termin (30.11.) 14:00 => Termin; 2026-11-30 14:00-15:00
    Termin (30.11., 14:00) => Termin; 2026-11-30 14:00-15:00
    Termin am 30.11. um 14:00 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin am 30.11.2026, 14.00 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin am Montag, den 30.11. um 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin am Montag, dem 30. November, um 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin Montag, 30. November, 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin Montag den 30.11.2026 um 14:00 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin: Montag, 30.11.26, 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin Mo 30.11. 14h => Termin; 2026-11-30 14:00-15:00
    Termin Mo., 30. Nov., 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin Montag (30.11.) um 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30.11. (Montag) um 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30.11 14:00 => Termin; 2026-11-30 14:00-15:00
    Termin 30.11, 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30/11 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30-11-2026 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30. 11. 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30. 11. 2026, 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin am 30. um 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin am 14. => Termin; 2026-12-14
    Termin 14. Dezember => Termin; 2026-12-14
    Zahnarzt morgen 14.30 Uhr => Zahnarzt; 2026-11-26 14:30-15:30
    Zahnarzt morgen um 14 Uhr 30 => Zahnarzt; 2026-11-26 14:30-15:30
    Zahnarzt morgen, 8:15 => Zahnarzt; 2026-11-26 08:15-09:15
    Zahnarzt morgen früh um 8 => Zahnarzt; 2026-11-26 08:00-09:00
    Zahnarzt morgen nachmittag um halb drei => Zahnarzt; 2026-11-26 14:30-15:30
    Zahnarzt Freitag halb zehn => Zahnarzt; 2026-11-27 09:30-10:30
    Zahnarzt heute Nachmittag um drei => Zahnarzt; 2026-11-25 15:00-16:00
    Zahnarzt heute 15 Uhr => Zahnarzt; 2026-11-25 15:00-16:00
    Zahnarzt übermorgen 9 Uhr => Zahnarzt; 2026-11-27 09:00-10:00
    Zahnarzt übernächsten Dienstag 15 Uhr => Zahnarzt; 2026-12-08 15:00-16:00
    Zahnarzt am übernächsten Montag um 15 Uhr => Zahnarzt; 2026-12-07 15:00-16:00
    Zahnarzt KW 50 Dienstag 10 Uhr => Zahnarzt; 2026-12-08 10:00-11:00
    Zahnarzt Dienstag KW 50 10 Uhr => Zahnarzt; 2026-12-08 10:00-11:00
    Zahnarzt Dienstag (KW 50) 10 Uhr => Zahnarzt; 2026-12-08 10:00-11:00
    Zahnarzt Dienstag in der KW 50 um 10 Uhr => Zahnarzt; 2026-12-08 10:00-11:00
    Zahnarzt in 14 Tagen um 10 Uhr => Zahnarzt; 2026-12-09 10:00-11:00
    Zahnarzt heute in 14 Tagen um 10 Uhr => Zahnarzt; 2026-12-09 10:00-11:00
    Zahnarzt heute in einer Woche 10 Uhr => Zahnarzt; 2026-12-02 10:00-11:00
    Zahnarzt morgen in einer Woche 10 Uhr => Zahnarzt; 2026-12-03 10:00-11:00
    Zahnarzt Freitag in zwei Wochen 10 Uhr => Zahnarzt; 2026-12-11 10:00-11:00
    Zahnarzt Dienstag nächster Woche 10 Uhr => Zahnarzt; 2026-12-01 10:00-11:00
    Zahnarzt nächste Woche Dienstag 10 Uhr => Zahnarzt; 2026-12-01 10:00-11:00
    Zahnarzt nächste Woche am Dienstag um 10 Uhr => Zahnarzt; 2026-12-01 10:00-11:00
    Zahnarzt kommenden Montag um 10 Uhr => Zahnarzt; 2026-11-30 10:00-11:00
    Zahnarzt nächsten Montag 10 Uhr => Zahnarzt; 2026-11-30 10:00-11:00
    Zahnarzt diesen Freitag 10 Uhr => Zahnarzt; 2026-11-27 10:00-11:00
    Miete am 5. nächsten Monats => Miete; 2026-12-05
    Miete nächsten Monat am 5. => Miete; 2026-12-05
    Chor jeden 2. Dienstag 19 Uhr => Chor; 2026-12-01 19:00-20:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=TU
    Chor jeden 2. Dienstag im Monat 19 Uhr => Chor; 2026-12-08 19:00-20:00; FREQ=MONTHLY;BYDAY=2TU
    Chor jeden Dienstag, 19 Uhr => Chor; 2026-12-01 19:00-20:00; FREQ=WEEKLY;BYDAY=TU
    Chor immer dienstags um 19 Uhr => Chor; 2026-12-01 19:00-20:00; FREQ=WEEKLY;BYDAY=TU
    Chor dienstags 19-21 Uhr => Chor; 2026-12-01 19:00-21:00; FREQ=WEEKLY;BYDAY=TU
    Chor alle 14 Tage freitags 19 Uhr => Chor; 2026-11-27 19:00-20:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    Chor alle zwei Wochen freitags 19 Uhr => Chor; 2026-11-27 19:00-20:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    Chor alle zwei Wochen am Freitag 19 Uhr => Chor; 2026-11-27 19:00-20:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    Chor freitags alle 14 Tage 19 Uhr => Chor; 2026-11-27 19:00-20:00; FREQ=WEEKLY;INTERVAL=2;BYDAY=FR
    Gym mo mi fr 18 Uhr => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym Mo, Mi, Fr 18 Uhr => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym Mo/Mi/Fr 18 Uhr => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE,FR
    Gym Mo+Do 18 Uhr => Gym; 2026-11-26 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,TH
    Gym Mo.-Fr. 18 Uhr => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Gym Montag bis Freitag 8 Uhr => Gym; 2026-11-26 08:00-09:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Gym montags und mittwochs 18 Uhr => Gym; 2026-11-25 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,WE
    Gym werktags 7 Uhr => Gym; 2026-11-26 07:00-08:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Gym jeden Tag um 18 Uhr => Gym; 2026-11-25 18:00-19:00; FREQ=DAILY
    Blumen gießen täglich => Blumen gießen; 2026-11-25; FREQ=DAILY
    Probe jedes Wochenende 10 Uhr => Probe; 2026-11-28 10:00-11:00; FREQ=WEEKLY;BYDAY=SA,SU
    Probe an Wochenenden 10 Uhr => Probe; 2026-11-28 10:00-11:00; FREQ=WEEKLY;BYDAY=SA,SU
    Miete monatlich am 1. => Miete; 2026-12-01; FREQ=MONTHLY;BYMONTHDAY=1
    Müll jeden ersten Montag im Monat => Müll; 2026-12-07; FREQ=MONTHLY;BYDAY=1MO
    Geburtstag Anna 12. Dezember jedes Jahr => Geburtstag Anna; 2026-12-12; FREQ=YEARLY
    Geburtstag Anna jährlich am 12.12. => Geburtstag Anna; 2026-12-12; FREQ=YEARLY
    Kurs Freitag 14 Uhr anderthalb Stunden => Kurs; 2026-11-27 14:00-15:30
    Kurs Freitag 14 Uhr für anderthalb Stunden => Kurs; 2026-11-27 14:00-15:30
    Kurs Freitag 14 Uhr, eineinhalb Stunden => Kurs; 2026-11-27 14:00-15:30
    Kurs Freitag 14 Uhr für zweieinhalb Stunden => Kurs; 2026-11-27 14:00-16:30
    Kurs Freitag 14 Uhr für 1,5 Stunden => Kurs; 2026-11-27 14:00-15:30
    Kurs Freitag 14 Uhr (90 Minuten) => Kurs; 2026-11-27 14:00-15:30
    Kurs Freitag 14 Uhr für eine Stunde => Kurs; 2026-11-27 14:00-15:00
    Kurs Freitag 14 Uhr für eine halbe Stunde => Kurs; 2026-11-27 14:00-14:30
    Kurs Freitag 14 Uhr eine Dreiviertelstunde => Kurs; 2026-11-27 14:00-14:45
    Kurs Freitag 14 Uhr 2 Std. => Kurs; 2026-11-27 14:00-16:00
    Kurs Freitag von 14 bis 16 Uhr => Kurs; 2026-11-27 14:00-16:00
    Kurs Freitag, 14 - 16 Uhr => Kurs; 2026-11-27 14:00-16:00
    Kurs Freitag 14:00 Uhr - 16:30 Uhr => Kurs; 2026-11-27 14:00-16:30
    Kurs Freitag 14:00–16:30 => Kurs; 2026-11-27 14:00-16:30
    Kurs Freitag ab 14 Uhr => Kurs; 2026-11-27 14:00-15:00
    Kurs Freitag 9.30-11.00 Uhr => Kurs; 2026-11-27 09:30-11:00
    Kurs am 4.12. von 9 bis 17 Uhr => Kurs; 2026-12-04 09:00-17:00
    Kurs 4.12. 9-17 Uhr => Kurs; 2026-12-04 09:00-17:00
    Nachtschicht Freitag 22 Uhr bis 6 Uhr => Nachtschicht; 2026-11-27 22:00-2026-11-28 06:00
    Urlaub vom 20.12. bis 3.1. => Urlaub; 2026-12-20..2027-01-03
    Urlaub 20.12. - 3.1. => Urlaub; 2026-12-20..2027-01-03
    Urlaub 20. Dezember bis 3. Januar => Urlaub; 2026-12-20..2027-01-03
    Urlaub vom 20. bis 24. Dezember => Urlaub; 2026-12-20..2026-12-24
    Urlaub vom 20. bis zum 24. Dezember => Urlaub; 2026-12-20..2026-12-24
    Urlaub 21.12.2026-3.1.2027 => Urlaub; 2026-12-21..2027-01-03
    Messe Do bis So => Messe; 2026-11-26..2026-11-29
    Messe Donnerstag - Samstag => Messe; 2026-11-26..2026-11-28
    Tee 15 Uhr => Tee; 2026-11-25 15:00-16:00
    Tee mit Anna um 15 Uhr => Tee mit Anna; 2026-11-25 15:00-16:00
    15:00 Tee mit Anna => Tee mit Anna; 2026-11-25 15:00-16:00
    Leute treffen 18 Uhr => Leute treffen; 2026-11-25 18:00-19:00
    Mittagessen 12:30 => Mittagessen; 2026-11-25 12:30-13:30
    Abendessen mit Freunden 19:30 => Abendessen mit Freunden; 2026-11-25 19:30-20:30
    Kino heute Abend um 8 => Kino; 2026-11-25 20:00-21:00
    Kino Freitag Abend 20 Uhr => Kino; 2026-11-27 20:00-21:00
    Kino Freitagabend 20 Uhr => Kino; 2026-11-27 20:00-21:00
    Kino Freitagabend um 8 => Kino; 2026-11-27 20:00-21:00
    Arzt Montagmorgen 8 Uhr => Arzt; 2026-11-30 08:00-09:00
    Arzt am Dienstagnachmittag um 3 => Arzt; 2026-12-01 15:00-16:00
    Essen im Ratskeller Freitag 19 Uhr => Essen im Ratskeller; 2026-11-27 19:00-20:00
    Anruf bei Dr. Meier morgen 10 Uhr => Anruf bei Dr. Meier; 2026-11-26 10:00-11:00
    Anruf in einer Stunde => Anruf; 2026-11-25 10:00-11:00
    Anruf in 20 Minuten => Anruf; 2026-11-25 09:20-10:20
    Sitzung Dienstag, 1. Dezember 2026, 18.30 Uhr => Sitzung; 2026-12-01 18:30-19:30
    Sitzung Di., 01.12.2026, 18:30 => Sitzung; 2026-12-01 18:30-19:30
    Sitzung Di. 01.12. 18:30 Uhr => Sitzung; 2026-12-01 18:30-19:30
    Sitzung Di, 1.12. - 18:30 Uhr => Sitzung; 2026-12-01 18:30-19:30
    Sitzung am ersten Dezember um 18 Uhr => Sitzung; 2026-12-01 18:00-19:00
    Abgabe am Freitag => Abgabe; 2026-11-27
    Hausaufgaben für Montag => Hausaufgaben; 2026-11-30
    Wäsche Sa => Wäsche; 2026-11-28
    Sonntagsbraten Sonntag 13 Uhr => Sonntagsbraten; 2026-11-29 13:00-14:00
    Lauf Sonntag um 7 Uhr morgens => Lauf; 2026-11-29 07:00-08:00
    Termin 30.11.,14:00 => Termin; 2026-11-30 14:00-15:00
    Termin 1.12. / 14 Uhr => Termin; 2026-12-01 14:00-15:00
    Anruf morgen um dreiviertel neun => Anruf; 2026-11-26 08:45-09:45
    Urlaub von Montag, 21.12. bis Freitag, 25.12. => Urlaub; 2026-12-21..2026-12-25
    Termin 5. Dezember nächsten Jahres => Termin; 2027-12-05
    Treffen am Freitag, 27., 10 Uhr => Treffen; 2026-11-27 10:00-11:00
    Treffen Freitag 28. 10 Uhr => ?
    Arzt heute Mittag 12:30 => Arzt; 2026-11-25 12:30-13:30
    Arzt Dienstag in vierzehn Tagen 10 Uhr => Arzt; 2026-12-15 10:00-11:00
    Arzt am 3. Advent 15 Uhr => ? Advent
    Kurs Mo u. Do 18 Uhr => Kurs; 2026-11-26 18:00-19:00; FREQ=WEEKLY;BYDAY=MO,TH
    Party Sa auf So => ?
    Anruf morgen um viertel neun => ? viertel neun
    Termin morgn 10 Uhr => ? morgn
    Termin Monatg 10 Uhr => ? Monatg
    Termin Freitga, 10 Uhr => ? Freitga
    Termin Dienstg 10 Uhr => ? Dienstg
    Termin Mitwoch 10 Uhr => ? Mitwoch
    Termin Donerstag 10 Uhr => ? Donerstag
    Termin übermogen 10 Uhr => ? übermogen
    Termin Dezembre 3 10 Uhr => ? Dezembre
    Termin 30.13. 14 Uhr => ? 30.13.
    Termin 31.11., 14 Uhr => ? 31.11.
    Termin 30.11.., 14:00 => Termin; 2026-11-30 14:00-15:00
    Termin 30.Nov 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30nov 14 Uhr => Termin; 2026-11-30 14:00-15:00
    Termin 30_11 14 Uhr => ? 30_11
    Termin 3011 14 Uhr => ? 3011
    Termin 30. 14 Uhr => ? 30.
    Termin XII. 14 Uhr => ? XII.
    Termin Mi., 2.11., 14 Uhr => ?
    Termin Di., 30.11., 14 Uhr => ?
    Termin KW 50 => ? KW 50
    Termin KW 50 10 Uhr => ? KW 50
    Termin in KW 50 um 10 Uhr => ? KW 50
    Termin wochenends 10 Uhr => Termin; 2026-11-28 10:00-11:00; FREQ=WEEKLY;BYDAY=SA,SU
    Termin vormittags 10 Uhr => ? vormittags
    Termin unter der Woche 10 Uhr => Termin; 2026-11-25 10:00-11:00; FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR
    Termin Mitte Dezember 10 Uhr => ? Mitte
    Termin Anfang Dezember => ? Anfang
    Termin Ende der Woche 10 Uhr => ? Woche
    Nikolaus 15 Uhr => ? Nikolaus
    Nikolausfeier 15 Uhr => ? Nikolausfeier
    Weihnachtsfeier 15 Uhr => ? Weihnachtsfeier
    2. Weihnachtstag 15 Uhr => ? Weihnachtstag
    1. Advent 15 Uhr => ? Advent
    Zweiter Advent 15 Uhr => ? Advent
    Fasching 15 Uhr => ? Fasching
    Muttertag Brunch 11 Uhr => ? Muttertag
    Heilige Drei Könige 15 Uhr => ? Könige
    Tag der Arbeit 15 Uhr => ? Tag der Arbeit
    Himmelfahrt 15 Uhr => ? Himmelfahrt
    Fronleichnam 15 Uhr => ? Fronleichnam
    Allerheiligen 15 Uhr => ? Allerheiligen
    Montag nach Ostern 10 Uhr => ?
    Termin Freitag vor Weihnachten 10 Uhr => ? Weihnachten
    Termin Dienstag drauf 10 Uhr => ? drauf
    Termin Dienstag danach 10 Uhr => ? danach
    Termin nächsten Freitag 10 Uhr => ? nächsten Freitag
    Termin letzten Freitag 10 Uhr => ?
    Termin Freitag halb drei => ? halb drei
    Termin Freitag um 3 => ? um 3
    Termin Freitag gegen 15 Uhr => ? gegen 15 Uhr
    Termin Freitg., 15 Uhr => ? Freitg
    Termin Freitag 25 Uhr => ? 25 Uhr
    Termin Freitag 14:3o => ? 14:3o
    Termin bei Dr. Meier 15 Uhr => ? Dr.
    Zimmer 204 15 Uhr => ? 204
    Tisch für vier 19 Uhr => ? vier
    Wöchentlich Sport Montag 10 Uhr => ? Wöchentlich
    Täglich Tabletten 8 Uhr => ? Täglich
    Termin Freitag 10 Uhr Erinnerung 15 Minuten vorher => ? Erinnerung
    Kaffee morgen Abend => ? morgen Abend
    Termin Montag oder Dienstag 10 Uhr => ? Dienstag
    Termin Dezember 10 Uhr => ? Dezember
    Termin zwei Tage vor Freitag 10 Uhr => ?
    Termin überübernächsten Dienstag 10 Uhr => ?
    Termin in der zweiten Dezemberwoche 10 Uhr => ? Dezemberwoche
    Termin Monatsanfang 10 Uhr => ? Monatsanfang
    Termin Feierabend 10 Uhr => ? Feierabend
    Termin heut 10 Uhr => ? heut
    """
