# Every target does its own set-up in .venv; a machine with Python 3.11+ and git needs nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
SIZES ?=
.DEFAULT_GOAL := help
.PHONY: help demo run browser test check bench pictures clean

help:  ## This list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[sandbox]'
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[dev]'
	@touch $@ $(VENV)/.run

$(VENV)/.bench: pyproject.toml constraints.txt | $(BIN)/python
	$(INSTALL) --editable '.[dev,bench]'
	@touch $@

demo: $(VENV)/.run  ## Try the bot in a browser: no account, no token, no network
	$(BIN)/python -m bot demo

run: $(VENV)/.run  ## Start the service with the settings in .env
	$(BIN)/python -m bot run

# The chat page is tested in Chromium; where make may, it takes it from the system's packages.
browser:
	@command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
		apt-get -qq install --yes --no-install-recommends chromium >/dev/null 2>&1 && command -v chromium; \
	else false; fi || echo "No Chromium: the tests of the chat page will be skipped."

test: $(VENV)/.dev browser  ## Every test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

check: $(VENV)/.dev  ## Format, lint, types
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

bench: $(VENV)/.bench  ## Side-by-side measurements (SIZES=10000,100000 for less, REGISTER=FILE for real ones too)
	$(BIN)/python -m benchmarks $(if $(SIZES),--sizes $(SIZES)) $(if $(REGISTER),--register $(REGISTER)) $(if $(RESUME),--resume)

pictures: $(VENV)/.dev browser  ## Take the pictures of README and docs anew
	$(BIN)/python -m sandbox.pictures

clean:  ## Remove what the targets made
	rm -rf $(VENV) build *.egg-info
