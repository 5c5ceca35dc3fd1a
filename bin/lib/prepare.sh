# Sourced by the commands in bin/: everything that must hold before TypeScript can run.
# Plain bash, because nothing of ours is installed yet on a fresh clone.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
root=$(dirname "$root")
cd "$root"

if ! command -v node >/dev/null; then
  echo "Node.js is missing. Install version 20 or newer (https://nodejs.org/en/download), then run this again." >&2
  exit 1
fi
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
  echo "Node.js $(node -v) is too old: version 20 or newer is needed (https://nodejs.org/en/download)." >&2
  exit 1
fi

# What npm itself wrote down about node_modules is compared with the lock: right after npm ci and npm install alike.
if ! node bin/lib/packages-installed.mjs; then
  echo "Installing npm packages (about 20 seconds) …"
  if ! npm ci --no-audit --no-fund --loglevel=error; then
    echo "npm could not install the packages. Is the npm registry reachable (npm ping)? Then run this again." >&2
    exit 1
  fi
fi
