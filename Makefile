SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# The manual needs the program, and the service's program stands beside it.
.DEFAULT_GOAL := all
.PHONY: all help setup commit build man server demo docs test lint format bench bench-growth bench-sync bench-service bench-serve service-check cluster-demo cluster-check \
	install uninstall deb tarball rpm clean

export PREFIX ?= /usr/local
export DESTDIR
agenda := .build/release/agenda
# The program looks for no library beside itself, and nothing can write to its table of functions once it runs. It exports no
# symbols, although the static library's link file asks for it: no other binary calls it, and Swift's runtime goes through
# all of them at each start (0.65 million instructions of a list's 8.5, callgrind).
hardened := -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic
# Where libical, libcurl, expat, libcrypto and zlib are, for systems without a place that all programs know (NixOS, Guix): a RUNPATH.
RUNPATH ?=
hardened += $(if $(RUNPATH),-Xlinker -rpath -Xlinker $(RUNPATH))
# Headers of libical that pkg-config knows and the compiler does not.
headers := $(addprefix -Xcc ,$(shell pkg-config --cflags-only-I libical 2>/dev/null))
# Swift links position-independent programs (PIE), whose addresses are random: an attacker must guess them. That costs a fifth of a list
# (1.2 of 5.4 ms: the loader writes 107,000 addresses into 336 pages); who would rather have the time gives PIE=no. Packed
# relocations (lld, -z pack-relative-relocs) save 2.2 MB and a fortieth.
PIE ?= yes
hardened += $(if $(filter no,$(PIE)),-Xswiftc -Xclang-linker -Xswiftc -no-pie)
# A millisecond and a half less where libstdc++, which Swift's runtime needs, and SQLite are found in .build/static alone:
# there they are not shared libraries.
# Types that are known when the program is compiled are made by calls. Their names, which are shorter, are read at the first
# use, and each conformance is looked for in thousands of records: a quarter of the instructions of a list.
types := -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# With BUILT set nothing is built: .ci/run has done so, and builds something else at the same time. SCRATCH is another folder
# than .build for what SwiftPM makes, which is locked while a build runs.
release := $(if $(BUILT),true )swift build -c release $(if $(SCRATCH),--scratch-path $(SCRATCH) )--disable-local-rpath --static-swift-stdlib $(types) $(headers) $(hardened) \
	-Xlinker -L$(CURDIR)/.build/static
version = $(shell sed -nE 's/.* number = "(.*)"/\1/p' Sources/AgendaActions/Surroundings/ProgramVersion.swift)
# Seven digits, and + where files were changed since; empty in an archive, which has no history.
AGENDA_COMMIT ?= $(shell test -e .git && git rev-parse HEAD 2>/dev/null | cut -c1-7)$(shell \
    test -e .git && ! git diff --quiet HEAD 2>/dev/null && echo +)
# A header of one line, which is in no archive: a new commit compiles no other file (Sources/CBuild/build.c).
commit_header := Sources/CBuild/commit.h
commit_line = \#define AGENDA_COMMIT "$(AGENDA_COMMIT)"
# The day of the last change: the same source makes the same pages.
day = $(shell git log -1 --format=%cs 2>/dev/null || date -u -d "@$${SOURCE_DATE_EPOCH:-$$(date +%s)}" +%F)
shell_scripts := .ci/check .ci/docs .ci/run .ci/setup .ci/test Sources/Tools/Benchmarks/Peers/run Sources/Tools/Benchmarks/Plots/run \
	Sources/Tools/Benchmarks/Service/run Sources/Tools/Benchmarks/Sync/run Sources/Tools/Benchmarks/virtual-environment $(addprefix Sources/Tools/Packaging/,deb install install.sh tarball) \
	Tests/AgendaTests/Completion/complete.bash Tests/Assistant/run Tests/Bank/run Tests/Cluster/run Tests/Conformance/run Tests/Fuzz/build Tests/Fuzz/run \
	$(addprefix Tests/Packaging/,deb-check system.bash tarball-check) Tests/Reminders/run Tests/Service/run Tests/Serving/install Tests/Serving/run Tests/Todos/run $(addprefix Tests/Service/Page/,install run) $(addprefix Tests/Scenario/,run checks.bash khal.bash week.bash newcomer.bash online.bash readme.bash) \
	$(addprefix Tests/Servers/,install start apache.bash cyrus.bash davical.bash postgres.bash radicale.bash sabre.bash \
	sogo.bash xandikos.bash run)
swift_sources := Package.swift Sources Tests
allowed := .ci .gitattributes .gitignore .swift-format CHANGELOG.md CONTRIBUTING.md LICENSE Makefile \
	Package.swift README.md Samples Sources Tests

help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 19

setup:
	@.ci/setup
	@mkdir -p .build/static
	@for name in libstdc++.a libsqlite3.a; do \
	    library=$$(gcc -print-file-name=$$name 2>/dev/null || true); \
	    if [[ $$library == /* ]]; then ln -sf "$$library" .build/static/; fi; done

commit:
	@if [[ $$(cat $(commit_header) 2>/dev/null) != '$(commit_line)' ]]; then \
	    test -e $(commit_header) || touch Sources/CBuild/build.c; \
	    echo '$(commit_line)' >$(commit_header); fi

build: setup commit ## the program, as .build/release/agenda
	$(release) --product agenda
	@readelf --file-header $(agenda) | grep -q 'Type: *$(if $(filter no,$(PIE)),EXEC,DYN)'
	@readelf --program-headers $(agenda) | grep -q GNU_RELRO
	@! readelf --dynamic $(agenda) | grep -E 'R(UN)?PATH' | grep -vF '[$(RUNPATH)]'
	@readelf --dynamic $(agenda) | grep -q BIND_NOW

# A tool of .ci/check, with the program's options, so that the two share what is built.
product-%: setup
	$(release) --product $*

all: man server

# Its packages are fetched and compiled for it alone: neither `build` nor `demo` has them.
server: build ## the service's program, as .build/release/agenda-server
	AGENDA_SERVER=1 $(release) --product agenda-server

man: build product-agenda-manual ## the manual, a page for each command, in .build/man
	@rm -rf .build/man
	@$(agenda) --experimental-dump-help | .build/release/agenda-manual .build/man "$(version)" "$(day)"

demo: build ## builds, then prints the timeline of Samples
	@$(agenda) timeline Samples/*.ics Samples/folder

docs: ## the documentation of the libraries, in .build/docs
	.ci/docs

test: setup ## builds and runs all tests
	@.ci/test

# The suites of real servers, each against all of them; a server that could not be installed is a failure at the end.
sync-servers: setup ## synchronises with Radicale, Xandikos, Cyrus, SOGo, DAViCal and sabre/dav; feeds of Apache (root)
	Tests/Servers/install debian || true
	AGENDA_TEST_SERVERS=all AGENDA_SYNC_FAULTS=10000 .ci/test \
	    --experimental-maximum-parallelization-width 6 --filter 'AgendaSyncTests\.(Real|Apache|CalDAVFeed|ServerMatrix|FaultRun|LostAnswer)'
	Tests/Servers/run .build/debug/agenda

service-check: server ## asks the service as clients and strangers do, and uses its page in a browser
	@Tests/Service/run $(agenda)
	@if [[ -x Tests/Service/Page/run ]]; then Tests/Service/Page/run $(agenda); fi

cluster-demo: server ## two PostgreSQL, three nodes, a proxy and ten people with calendars, until Ctrl-C (ARGUMENTS=8017 for a port)
	@Tests/Cluster/run .build/release demo $(ARGUMENTS)

cluster-check: server ## uses such a cluster while its nodes and servers are killed
	@Tests/Cluster/run .build/release check

# Not `install: man`: as root, Swift may be out of reach, and root's files would stay in .build.
install: ## installs program, manual, completions and service to PREFIX (/usr/local), below DESTDIR if set
	@test -x $(agenda) && test -d .build/man || $(MAKE) --no-print-directory man
	Sources/Tools/Packaging/install

uninstall: ## removes them again
	Sources/Tools/Packaging/install --remove

deb: all ## a Debian package, as .build/agenda_VERSION_ARCHITECTURE.deb
	@Sources/Tools/Packaging/deb "$(version)"

tarball: all ## for any Linux, with the recipes that wrap it (RPM, Arch, Nix, Homebrew, container), in .build/packages
	@Sources/Tools/Packaging/tarball "$(version)"

rpm: tarball ## an RPM of the tarball, in .build/packages/rpm
	@cd .build/packages && rpmbuild --quiet -bb --define "_sourcedir $$PWD" --define "_topdir $$PWD/rpm" agenda.spec

lint: ## format, the tree's top level, the shell scripts' syntax; lists missing translations
	swift format lint --strict --parallel --recursive $(swift_sources)
	@for script in $(shell_scripts); do bash -n "$$script"; done
	@.ci/translations
	@extra=$$(git ls-files --cached --others --exclude-standard 2>/dev/null | cut -d/ -f1 | sort -u | \
	    grep -vxF -f <(printf '%s\n' $(allowed)) || true); \
	if [[ -n $$extra ]]; then echo "lint: not at the top of the tree:" $$extra >&2; exit 1; fi

format: ## formats all Swift files in place
	swift format --in-place --parallel --recursive $(swift_sources)

# What stands beside others is measured too, unless single experiments are asked for; with --big10 also 100,000 edits.
bench: build product-agenda-samples product-agenda-bench ## times libraries and program, and tells which goals are met (ARGUMENTS="--only warm")
	@.build/release/agenda-bench $(ARGUMENTS)
	@$(if $(filter --only --tsv,$(ARGUMENTS)),,Sources/Tools/Benchmarks/Growth/run $(agenda) $(if $(filter --big10,$(ARGUMENTS)),,--quick))

bench-growth: server product-agenda-samples ## tells what costs more than its answer, beside others (ARGUMENTS="--only Q1,Q11")
	@Sources/Tools/Benchmarks/Growth/run $(agenda) $(ARGUMENTS)

bench-sync: build ## times synchronisation beside vdirsyncer, on the tests' servers (ARGUMENTS=--quick)
	@Sources/Tools/Benchmarks/Sync/run $(agenda) $(ARGUMENTS)

bench-service: server product-agenda-samples ## times the service beside Radicale and nginx, and the page (ARGUMENTS="--only x2")
	@Sources/Tools/Benchmarks/Service/run $(agenda) $(ARGUMENTS)

bench-serve: server ## times served calendars beside Cyrus, Radicale and Xandikos (ARGUMENTS="--quick --servers agenda,xandikos")
	@PYTHONDONTWRITEBYTECODE=1 Tests/Serving/figures.py $(agenda) $(ARGUMENTS)

clean: ## removes what was built
	swift package clean
