# agenda for NixOS and Nix, from the tarball: nix profile install .
# Tried: nix-instantiate --parse (2.8). Not tried: everything else; there is no lock file yet.
{
  description = "Local-first calendar engine";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";
  outputs = { self, nixpkgs }:
    let
      system = "@ARCHITECTURE@-linux";
      pkgs = nixpkgs.legacyPackages.${system};
    in {
      packages.${system}.default = pkgs.stdenv.mkDerivation {
        pname = "agenda";
        version = "@VERSION@";
        src = pkgs.fetchurl {
          url = "@RELEASES@/agenda-@VERSION@-linux-@ARCHITECTURE@.tar.xz";
          sha256 = "@SHA256@";
        };
        nativeBuildInputs = [ pkgs.autoPatchelfHook ];
        buildInputs = [ pkgs.stdenv.cc.cc.lib ];
        # Loaded when they are needed, so that no file names them: they go into the RUNPATH.
        runtimeDependencies = map pkgs.lib.getLib (with pkgs; [ libical curl expat openssl zlib systemd ]);
        # Its last lines would run the program, which cannot run yet.
        installPhase = "DESTDIR=/ ./install.sh $out";
        dontStrip = true;
      };
    };
}
