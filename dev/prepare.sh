# Sourced by the commands in bin/: everything that must hold before TypeScript can run.
# Plain bash, because nothing of ours is installed yet on a fresh clone.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
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
if ! node dev/packages-installed.mjs; then
  echo "Installing npm packages (about 20 seconds) …"
  if ! npm ci --no-audit --no-fund --loglevel=error; then
    echo "npm could not install the packages. Is the npm registry reachable (npm ping)? Then run this again." >&2
    exit 1
  fi
fi

# Puts another version of Node.js first in PATH. npm's package has the binary; the version may be "26" or "26.10.0".
use_node() {
  local cpu
  cpu=$(node -p process.arch)
  local home=$root/.data/node/$1
  if [ ! -x "$home/node_modules/node-linux-$cpu/bin/node" ]; then
    echo "Installing Node.js $1 in .data/node …"
    mkdir -p "$home"
    npm install --prefix "$home" --no-save --no-audit --no-fund --loglevel=error "node-linux-$cpu@$1"
  fi
  PATH=$home/node_modules/node-linux-$cpu/bin:$PATH
  echo "Node.js $(node -v)"
}
