SHELL := bash
.SHELLFLAGS := -euo pipefail -c
# The manual needs the program.
.DEFAULT_GOAL := man
.PHONY: help setup build man demo test install uninstall deb deb-check lint format bench bench-peers \
	bench-plots conformance conformance-quick endurance endurance-quick scenario real-files fuzz test-threads clean

export PREFIX ?= /usr/local
export DESTDIR
agenda := .build/release/agenda
# No library is looked for beside the program, and no table of functions can be written once it runs.
hardened := -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now
# A program at a fixed address starts 1 to 3 ms sooner: 100,000 relocations less. Half a millisecond more where
# libstdc++, which Swift's runtime needs, is found in .build/static alone: there it is not a shared library.
release := swift build -c release --disable-local-rpath --static-swift-stdlib $(hardened) -Xlinker -no-pie -Xlinker -L$(CURDIR)/.build/static
version = $(shell sed -nE 's/.* number = "(.*)"/\1/p' Sources/agenda/ProgramVersion.swift)
# Seven digits, and + where files were changed since; empty in an archive, which has no history.
AGENDA_COMMIT ?= $(shell test -e .git && git rev-parse HEAD 2>/dev/null | cut -c1-7)$(shell \
    test -e .git && ! git diff --quiet HEAD 2>/dev/null && echo +)
# Told to the linker alone (CBuild.h), so that a new commit compiles nothing.
stamp = $(if $(filter %+,$(AGENDA_COMMIT)),0x1,0x0)$(AGENDA_COMMIT:+=)
linked_commit = $(if $(AGENDA_COMMIT:+=),-Xlinker --defsym=agenda_commit=$(stamp))
# The day of the last change: the same source makes the same pages.
day = $(shell git log -1 --format=%cs 2>/dev/null || date -u -d "@$${SOURCE_DATE_EPOCH:-$$(date +%s)}" +%F)
shell_scripts := .ci/run .ci/setup Sources/Benchmarks/Peers/run Sources/Benchmarks/Plots/run \
	Sources/Benchmarks/virtual-environment Sources/Packaging/deb Sources/Packaging/install \
	Tests/AgendaTests/Completion/complete.bash Tests/Conformance/run Tests/Fuzz/build Tests/Fuzz/run \
	Tests/Packaging/deb-check $(addprefix Tests/Scenario/,run checks.bash khal.bash week.bash newcomer.bash)
swift_sources := Package.swift Sources Tests
allowed := .ci .gitattributes .gitignore .swift-format CHANGELOG.md LICENSE Makefile Package.swift \
	README.md Samples Sources Tests

help: ## this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 19

setup:
	@.ci/setup
	@mkdir -p .build/static
	@library=$$(gcc -print-file-name=libstdc++.a 2>/dev/null || true); \
	if [[ $$library == /* ]]; then ln -sf "$$library" .build/static/; fi

build: setup ## the program, as .build/release/agenda
	$(release) $(linked_commit) --product agenda
	@! readelf --dynamic $(agenda) | grep -E 'R(UN)?PATH'
	@readelf --dynamic $(agenda) | grep -q BIND_NOW

man: build ## the manual, a page for each command, in .build/man
	$(release) --product agenda-manual
	@rm -rf .build/man
	@$(agenda) --experimental-dump-help | .build/release/agenda-manual .build/man "$(version)" "$(day)"

demo: build ## builds, then prints the timeline of Samples
	@$(agenda) timeline Samples/*.ics Samples/folder

test: setup ## builds and runs all tests
	swift test --disable-xctest

# Not `install: man`: as root, Swift may be out of reach, and root's files would stay in .build.
install: ## installs program, manual, completions and service to PREFIX (/usr/local), below DESTDIR if set
	@test -x $(agenda) && test -d .build/man || $(MAKE) --no-print-directory man
	Sources/Packaging/install

uninstall: ## removes them again
	Sources/Packaging/install --remove

deb: man ## a Debian package, as .build/agenda_VERSION_ARCHITECTURE.deb
	@Sources/Packaging/deb "$(version)"

deb-check: deb ## installs it into a new Debian, uses it and removes it (as root; SUITE=bookworm)
	@Tests/Packaging/deb-check .build/agenda_$(version)-1_$$(dpkg --print-architecture).deb

lint: ## format, the tree's top level, the shell scripts' syntax
	swift format lint --strict --parallel --recursive $(swift_sources)
	@for script in $(shell_scripts); do bash -n "$$script"; done
	@extra=$$(git ls-files --cached --others --exclude-standard 2>/dev/null | cut -d/ -f1 | sort -u | \
	    grep -vxF -f <(printf '%s\n' $(allowed)) || true); \
	if [[ -n $$extra ]]; then echo "lint: not at the top of the tree:" $$extra >&2; exit 1; fi

format: ## formats all Swift files in place
	swift format --in-place --parallel --recursive $(swift_sources)

bench: build ## times the libraries and the program, and tells which goals are met (ARGUMENTS="--only warm")
	$(release) --product agenda-samples
	$(release) --product agenda-bench
	@.build/release/agenda-bench $(ARGUMENTS)

bench-peers: build ## times agenda beside khal, calcurse, recurring-ical-events, libical and sqlite3
	$(release) --product agenda-samples
	@Sources/Benchmarks/Peers/run $(agenda) .build/release/agenda-samples $(ARGUMENTS)

bench-plots: build ## measures in ten minutes what the charts show, and draws them (ARGUMENTS=--draw-only)
	$(release) --product agenda-samples
	$(release) --product agenda-bench
	@Sources/Benchmarks/Plots/run $(agenda) .build/release/agenda-samples .build/release/agenda-bench $(ARGUMENTS)

conformance: setup ## compares with dateutil, recurring-ical-events and zoneinfo (SEED=1)
	@Tests/Conformance/run --seed "$(or $(SEED),1)"

conformance-quick: setup ## the same with fewer cases and zones
	@Tests/Conformance/run --seed quick --rules 1000 --calendars 300 --zones 20

endurance: build ## writers, kills, a soak of 20 minutes, latencies and ten thousand edits, or CHECK alone: CHECK="kills --runs 100"
	$(release) --product Endurance
	@for check in $(if $(CHECK),'$(CHECK)',writers kills soak latency 'latency --events 50000' edits); do \
	    echo "$$check:"; .build/release/Endurance $(agenda) $$check; done

endurance-quick: build ## the same with fewer runs
	$(release) --product Endurance
	@for check in 'writers --runs 3' 'kills --runs 60' 'soak --seconds 20' edits; do \
	    echo "$$check:"; .build/release/Endurance $(agenda) $$check; done

scenario: build ## the program driven as a user would, checked with jq and khal; needs Python 3 and PyPI
	@Tests/Scenario/run $(agenda)

real-files: build ## collects 600 calendars of 100 producers and looks that no event of theirs is lost; needs Debian and PyPI
	@Tests/RealFiles/collect.py .build/real-files
	@Tests/RealFiles/check.py $(agenda) .build/real-files/files

fuzz: setup ## fuzzes each target for SECONDS (1200), or TARGET alone
	@Tests/Fuzz/run --seconds "$(or $(SECONDS),1200)" $(TARGET)

# Prints at least one event, or fails.
.PHONY: outside
outside: setup ## builds and runs another package that uses the libraries
	@swift run --package-path Tests/Outside --scratch-path .build/outside | grep .

test-threads: setup ## the provider's and importer's tests under the thread sanitizer
	swift test --disable-xctest --sanitize=thread --scratch-path .build-threads --filter '^AgendaKitTests'

clean: ## removes what was built
	swift package clean
