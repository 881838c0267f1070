# SOGo of Debian, which keeps events in PostgreSQL. Sourced by `start`.
. "$here/postgres.bash"
# The password is alice's: it is also that of the view of users.
if $fresh; then
    psql -q >&2 <<'END'
CREATE ROLE sogo LOGIN;
CREATE DATABASE sogo OWNER sogo;
\connect sogo sogo
CREATE TABLE users (
    c_uid text PRIMARY KEY, c_name text, c_password text, c_cn text, mail text
);
INSERT INTO users VALUES ('alice', 'alice', 'wonderland', 'Alice', 'alice@example.org');
END
fi
run_as sogo
own "$folder"/{home,run}
"${as[@]}" memcached -s "$folder/run/memcached" >>"$folder/log" 2>&1 </dev/null &
helpers+=($!)

tables=postgresql://sogo@127.0.0.1:$database/sogo
# Arguments win over /etc/sogo, which stays as it is.
command=(env HOME="$folder/home" "${as[@]}" sogod
    -WOPort "127.0.0.1:$port" -WOWorkersCount 3 -WONoDetach YES -WOLogFile - -WOPidFile "$folder/run/pid"
    -SOGoProfileURL "$tables/profiles" -OCSFolderInfoURL "$tables/folders" -OCSSessionsFolderURL "$tables/sessions"
    -OCSEMailAlarmsFolderURL "$tables/alarms" -SOGoMemcachedHost "$folder/run/memcached"
    -SOGoTimeZone UTC -SOGoAppointmentSendEMailNotifications NO
    -SOGoUserSources "({ type = sql; id = users; viewURL = \"$tables/users\"; canAuthenticate = YES;
        isAddressBook = NO; userPasswordAlgorithm = none; })")
