# DAViCal of Debian, below a private Apache with PHP, with PostgreSQL. Sourced by `start`.
. "$here/postgres.bash"
if $fresh; then
    {
        # Its own script; the users that it makes have no passwords.
        bash /usr/share/davical/dba/create-database.sh davical nimda
        psql -q -v ON_ERROR_STOP=1 -d davical <<'END'
INSERT INTO usr (username, password, fullname, email, active, email_ok)
    VALUES ('alice', '**wonderland', 'Alice', 'alice@example.org', TRUE, current_date);
INSERT INTO principal (type_id, user_no, displayname, default_privileges)
    SELECT 1, user_no, 'Alice', 0::bit(24) FROM usr WHERE username = 'alice';
END
    } >&2
fi
. "$here/apache.bash"
php=$(find /usr/lib/apache2/modules -name 'libphp*.so' | head -1)
# Its settings in /etc say no host and port: those are the environment's.
private_apache alias env rewrite setenvif <<END
    LoadModule php_module $php
    AddHandler application/x-httpd-php .php
    Alias / /usr/share/davical/htdocs/
    AcceptPathInfo On
    RewriteEngine On
    RewriteRule ^/\.well-known/(.*)$ /caldav.php/.well-known/\$1 [PT]
    php_value include_path /usr/share/awl/inc
    <Directory /usr/share/davical/htdocs>
        Require all granted
    </Directory>
    SetEnvIf Authorization "(.+)" HTTP_AUTHORIZATION=\$1
END
