# Every target runs the npm script of the same name after its preparations.
.DEFAULT_GOAL := help
.PHONY: help up down status logs reset dev compose compose-down check format test e2e load model-check

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# npm writes this file at the end of an installation.
node_modules/.package-lock.json: package-lock.json
	@npm ci --loglevel=error
	@touch $@

.PHONY: tools test-tools
tools:
	@deploy/stack/check-tools.sh redis-server

test-tools:
	@deploy/stack/check-tools.sh redis-server chromium
	@deploy/stack/check-tools.sh chromium-headless-shell firefox-esr || true

up: tools node_modules/.package-lock.json ## from a fresh clone to the running product
	@npm run -s up

dev: tools node_modules/.package-lock.json ## like up; restarts programs that you edit, with Vite's server
	@npm run -s dev

down: node_modules/.package-lock.json ## stop everything
	@npm run -s down

status: node_modules/.package-lock.json ## health of each process
	@npm run -s status

logs: node_modules/.package-lock.json ## follow the logs; S=identity for one process
	@npm run -s logs

.PHONY: restart
restart: node_modules/.package-lock.json ## restart one process: S=identity
	@npm run -s restart

reset: node_modules/.package-lock.json ## stop and delete the local data
	@npm run -s reset

.PHONY: live-demo
live-demo: tools node_modules/.package-lock.json ## live mode against a sandbox of the providers, without a key; Ctrl-C stops it
	@npm run -s live-demo

compose: node_modules/.package-lock.json ## the product on Docker; PROFILE=prod for production
	@npm run -s compose

compose-down: node_modules/.package-lock.json ## stop it, keep its data
	@npm run -s compose-down

check: node_modules/.package-lock.json ## format, lint, types, proto, unit tests; one to two minutes on two cores
	@npm run -s check

format: node_modules/.package-lock.json ## format every file
	@npm run -s format

test: test-tools node_modules/.package-lock.json ## everything CI checks, from a fresh clone
	@npm run -s test

e2e: test-tools node_modules/.package-lock.json ## browser journeys and system tests alone
	@npm run -s e2e

.PHONY: screenshots lighthouse
screenshots: test-tools node_modules/.package-lock.json ## every page, both themes, three widths, into deploy/e2e/screenshots; ARGS="record"
	@npm run -s screenshots -- $(ARGS)

lighthouse: test-tools node_modules/.package-lock.json ## accessibility, practices, SEO, layout shift (gate) and speed (printed); ARGS="--runs 1"
	@npm run -s lighthouse -- $(ARGS)

.PHONY: bench
bench: tools node_modules/.package-lock.json ## CPU per request beside other programs, the idle product, a warm start; ARGS="--only gateway"
	@deploy/stack/check-tools.sh nginx || true
	@npm run -s bench -- $(ARGS)

.PHONY: scale
scale: tools node_modules/.package-lock.json ## admin's lists over 100,000 users and 200,000 predictions; ARGS="--users 10000"
	@npm run -s scale -- $(ARGS)

.PHONY: cluster
cluster: tools node_modules/.package-lock.json ## two of each program on three brokers behind nginx; ARGS="rolling kills throughput"
	@deploy/stack/check-tools.sh nginx
	@npm run -s cluster -- $(ARGS)

.PHONY: webhooks
webhooks: tools node_modules/.package-lock.json ## billing in depth: 10,000 webhooks doubled, shuffled, forged, with kills; each crash and order of events; WEBHOOKS=2000
	@npm run -s webhooks

.PHONY: attacks
attacks: test-tools node_modules/.package-lock.json ## attackers for 60 s each, then guesses of a password for 100 s; ATTACK_SECONDS=10
	@npm run -s attacks

load: tools node_modules/.package-lock.json ## k6 against a stack of its own; ARGS="smoke steady --duration 1m"
	@npm run -s load -- $(ARGS)

.PHONY: audit
audit: node_modules/.package-lock.json ## lockfile, known vulnerabilities if the registry answers, bill of materials
	@npm run -s audit:packages

model-check: tools node_modules/.package-lock.json ## models and a replayed month on real results; DATA=folder
	@test -n "$(DATA)" || { echo "say where the results are: make model-check DATA=folder" >&2; exit 1; }
	@DATA="$(DATA)" npm run -s model-check
