SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build
.PHONY: help setup build demo test install lint format bench bench-peers bench-plots conformance \
	conformance-quick endurance endurance-quick fuzz test-threads clean

PREFIX ?= /usr/local
agenda := .build/release/agenda
# A program at a fixed address starts 1 to 3 ms sooner: 100,000 relocations less. Half a millisecond more where
# libstdc++, which Swift's runtime needs, is found in .build/static alone: there it is not a shared library.
release := swift build -c release --static-swift-stdlib -Xlinker -no-pie -Xlinker -L$(CURDIR)/.build/static
shell_scripts := .ci/run .ci/setup Sources/Benchmarks/Peers/run Sources/Benchmarks/Plots/run \
	Sources/Benchmarks/virtual-environment Tests/Conformance/run Tests/Fuzz/build Tests/Fuzz/run
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
	$(release) --product agenda

demo: build ## builds, then prints the timeline of Samples
	@$(agenda) timeline Samples/*.ics Samples/folder

test: setup ## builds and runs all tests
	swift test --disable-xctest

# Not `install: build`: as root, Swift may be out of reach, and root's files would stay in .build.
install: ## installs to PREFIX (/usr/local), below DESTDIR if set
	@test -x $(agenda) || $(MAKE) --no-print-directory build
	install -D -m 755 $(agenda) "$(DESTDIR)$(PREFIX)/bin/agenda"

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

endurance: build ## writers, kills, a soak of 20 minutes and latencies, or CHECK alone: CHECK="kills --runs 100"
	$(release) --product Endurance
	@for check in $(if $(CHECK),'$(CHECK)',writers kills soak latency 'latency --events 50000'); do \
	    echo "$$check:"; .build/release/Endurance $(agenda) $$check; done

endurance-quick: build ## the same with fewer runs
	$(release) --product Endurance
	@for check in 'writers --runs 3' 'kills --runs 60' 'soak --seconds 20'; do \
	    echo "$$check:"; .build/release/Endurance $(agenda) $$check; done

fuzz: setup ## fuzzes each target for SECONDS (1200), or TARGET alone
	@Tests/Fuzz/run --seconds "$(or $(SECONDS),1200)" $(TARGET)

test-threads: setup ## the provider's and importer's tests under the thread sanitizer
	swift test --disable-xctest --sanitize=thread --scratch-path .build-threads --filter '^AgendaKitTests'

clean: ## removes what was built
	swift package clean
