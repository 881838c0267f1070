# agenda for Homebrew on Linux, from the tarball: brew install --formula ./agenda.rb
# Tried: ruby -c. Not tried: Homebrew. On an arm64 machine `arch` is :arm64.
class Agenda < Formula
  desc "Local-first calendar engine: files, feeds and CalDAV accounts as one timeline"
  homepage "@RELEASES@"
  url "@RELEASES@/agenda-@VERSION@-linux-@ARCHITECTURE@.tar.xz"
  sha256 "@SHA256@"
  license "MIT"
  depends_on arch: :@ARCHITECTURE@
  depends_on :linux
  depends_on "curl"
  depends_on "expat"
  depends_on "libical"
  depends_on "openssl@3"
  depends_on "zlib"

  def install
    ENV["DESTDIR"] = "/"
    system "./install.sh", prefix
    # They are loaded when they are needed, by their names alone.
    bin.env_script_all_files libexec, AGENDA_LIBRARY_PATH: HOMEBREW_PREFIX/"lib"
  end

  test do
    assert_match "libical 4", shell_output("#{bin}/agenda --version --verbose")
  end
end
