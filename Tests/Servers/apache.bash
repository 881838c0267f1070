# Apache of Debian for feeds, in the folder `feeds`: plain, behind mod_deflate, fresh for two hours by mod_expires, behind
# Digest and behind Basic, each at its name. Sourced by `start`, and by what needs a private Apache.
run_as www-data

# Sets `command` to an Apache of its own with these modules beside the usual, and its input as configuration.
private_apache() {
    local module
    {
        echo "ServerRoot $folder
            ServerName localhost
            Listen 127.0.0.1:$port
            PidFile $folder/run/pid
            DefaultRuntimeDir $folder/run
            Mutex file:$folder/run default
            ErrorLog $folder/log
            DocumentRoot $folder/feeds"
        for module in mpm_prefork authn_core authz_core mime "$@"; do
            echo "LoadModule ${module}_module /usr/lib/apache2/modules/mod_$module.so"
        done
        echo "TypesConfig /etc/mime.types"
        cat
    } >"$folder/apache.conf"
    own "$folder"/{run,feeds}
    touch "$folder/log"
    if ((EUID == 0)); then chown "$user:" "$folder/log"; fi
    command=(env "${as[@]}" apache2 -f "$folder/apache.conf" -D FOREGROUND)
}

if [[ $server == apache ]]; then
    own "$folder"/feeds/{plain,deflated,expiring,digest,basic}
    printf 'alice:feeds:%s\n' "$(printf alice:feeds:wonderland | md5sum | cut -d' ' -f1)" >"$folder/digests"
    printf 'alice:%s\n' "$(openssl passwd -apr1 wonderland)" >"$folder/passwords"
    private_apache filter deflate expires auth_basic auth_digest authn_file authz_user <<END
        <Directory $folder/feeds>
            Require all granted
        </Directory>
        <Location /deflated>
            SetOutputFilter DEFLATE
        </Location>
        <Location /expiring>
            ExpiresActive On
            ExpiresDefault "access plus 2 hours"
        </Location>
        <Location /digest>
            AuthType Digest
            AuthName feeds
            AuthUserFile $folder/digests
            Require valid-user
        </Location>
        <Location /basic>
            AuthType Basic
            AuthName feeds
            AuthBasicProvider file
            AuthUserFile $folder/passwords
            Require valid-user
        </Location>
END
fi
