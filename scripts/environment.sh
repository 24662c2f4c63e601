# Sourced by the scripts beside it: a virtual environment in .venv, made or brought up to date only where it must be.

# prepare NAME REQUIREMENT: install REQUIREMENT (such as ".[test]") unless pyproject.toml is as it was last time.
# A .venv that is good for the tests is good for everything.
prepare() {
    local name=$1 requirement=$2 python=${PYTHON:-python3} stamp
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "fastmj needs Python 3.11 or newer; $python is $("$python" --version 2>&1). Set PYTHON to another." >&2
        exit 2
    }
    stamp="$("$python" --version) $(cksum <pyproject.toml) $PWD"
    if [ "$(cat ".venv/made-for-$name" 2>/dev/null)" = "$stamp" ] || [ "$(cat .venv/made-for-test 2>/dev/null)" = "$stamp" ]; then
        step "environment .venv is up to date"
        return
    fi
    step "environment .venv: installing $requirement"
    [ -x .venv/bin/python ] && [ "$(.venv/bin/python --version 2>&1)" = "$("$python" --version)" ] || "$python" -m venv --clear .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable "$requirement"
    echo "$stamp" >".venv/made-for-$name"
}

# step TEXT: say what comes now, and how long it has been going on.
step() {
    printf '\n== %s (at %d s)\n' "$*" "$SECONDS"
}
