<?php
// A CalDAV server of sabre/dav with one user, whose password Digest proves; what it keeps is in SABRE_DATABASE.
date_default_timezone_set('UTC');
require_once 'Sabre/autoload.php';
set_error_handler(function ($number, $text, $file, $line) {
    if (error_reporting() & $number) {
        throw new ErrorException($text, 0, $number, $file, $line);
    }
});
// What newer PHP calls deprecated in this old library is not its fault.
error_reporting(E_ALL & ~E_DEPRECATED & ~E_NOTICE & ~E_WARNING);

class OneUser extends Sabre\DAV\Auth\Backend\AbstractDigest
{
    public function getDigestHash($realm, $name)
    {
        return $name === 'alice' ? md5("alice:$realm:wonderland") : null;
    }
}

$store = new PDO('sqlite:' . getenv('SABRE_DATABASE'));
$store->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
// The tables as the package's examples have them, without their user.
$store->exec(<<<SQL
    CREATE TABLE IF NOT EXISTS calendarobjects (id INTEGER PRIMARY KEY, calendardata BLOB, uri TEXT, calendarid INTEGER,
        lastmodified INTEGER, etag TEXT, size INTEGER, componenttype TEXT, firstoccurence INTEGER, lastoccurence INTEGER);
    CREATE TABLE IF NOT EXISTS calendars (id INTEGER PRIMARY KEY, principaluri TEXT, displayname TEXT, uri TEXT,
        ctag INTEGER, description TEXT, calendarorder INTEGER, calendarcolor TEXT, timezone TEXT, components TEXT,
        transparent INTEGER);
    CREATE TABLE IF NOT EXISTS principals (id INTEGER PRIMARY KEY, uri TEXT UNIQUE, email TEXT, displayname TEXT,
        vcardurl TEXT);
    CREATE TABLE IF NOT EXISTS groupmembers (principal_id INTEGER, member_id INTEGER);
    INSERT OR IGNORE INTO principals (uri, email, displayname) VALUES ('principals/alice', 'alice@example.org', 'Alice');
    SQL);

$principals = new Sabre\DAVACL\PrincipalBackend\PDO($store);
$server = new Sabre\DAV\Server([
    new Sabre\CalDAV\Principal\Collection($principals),
    new Sabre\CalDAV\CalendarRootNode($principals, new Sabre\CalDAV\Backend\PDO($store)),
]);
$server->setBaseUri('/');
$server->addPlugin(new Sabre\DAV\Auth\Plugin(new OneUser(), 'calendars'));
$server->addPlugin(new Sabre\DAVACL\Plugin());
$server->addPlugin(new Sabre\CalDAV\Plugin());
$server->exec();
