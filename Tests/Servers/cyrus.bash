# Cyrus of Debian: a mail server, whose calendars belong to a mailbox. Sourced by `start`.
run_as cyrus
imap=$(free_port)
if [[ ! -e $folder/imapd.conf ]]; then
    own "$folder"/{data,data/db,data/socket,proc,lock,socket,mail}
    cat >"$folder/imapd.conf" <<END
configdirectory: $folder/data
proc_path: $folder/proc
mboxname_lockpath: $folder/lock
idlesocket: $folder/socket/idle
notifysocket: $folder/socket/notify
defaultpartition: default
partition-default: $folder/mail
cyrus_user: $user
allowplaintext: yes
httpmodules: caldav
autocreate_quota: 0
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: $folder/data/sasldb
sasl_mech_list: PLAIN
servername: localhost
calendar_user_address_set: example.org
END
    # Two, so that one can invite the other.
    for name in alice bob; do
        "${as[@]}" saslpasswd2 -p -c -f "$folder/data/sasldb" -u localhost "$name" <<<wonderland
    done
fi
# What an operator does after a crash: a kill in the middle of a PUT may leave a row of an event in the user's index that the
# calendar does not have. Its number is the next event's, and every PUT into this calendar is answered 500. The index is made anew
# from the calendars; a journal that the old one left would spoil the new one.
mend=
if [[ -e $folder/data/user ]]; then
    find "$folder/data/user" -name 'dav.db*' -delete
    mend="mend cmd=\"/usr/lib/cyrus/bin/dav_reconstruct -C $folder/imapd.conf -a\""
fi
cat >"$folder/cyrus.conf" <<END
START {
    recover cmd="/usr/sbin/cyrus ctl_cyrusdb -C $folder/imapd.conf -r"
    $mend
}
SERVICES {
    imap cmd="imapd -C $folder/imapd.conf" listen="127.0.0.1:$imap" prefork=0
    http cmd="httpd -C $folder/imapd.conf" listen="127.0.0.1:$port" prefork=2
}
EVENTS {
    checkpoint cmd="/usr/sbin/cyrus ctl_cyrusdb -C $folder/imapd.conf -c" period=30
}
END
command=(/usr/lib/cyrus/bin/master -C "$folder/imapd.conf" -M "$folder/cyrus.conf" -p "$folder/data/master.pid")

# The mailbox is made when its owner comes by IMAP for the first time.
ready() {
    is_open "$port" && python3 -c 'if True:
        import imaplib, sys
        for name in "alice", "bob":
            connection = imaplib.IMAP4("127.0.0.1", int(sys.argv[1]))
            connection.login(name, "wonderland")
            connection.logout()' "$imap"
}
