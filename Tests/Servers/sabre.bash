# sabre/dav of Debian below PHP's own server. Sourced by `start`.
command=(env SABRE_DATABASE="$folder/sabre.db" php -S "127.0.0.1:$port" "$here/sabre.php")
