# Sourced by the commands in bin/: checks Node.js and installs the npm packages. Plain bash, since on a fresh clone
# nothing else is installed yet.

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
cd "$root"

if ! command -v node >/dev/null; then
  echo "Node.js is missing. Install version 20.15 or newer (https://nodejs.org/en/download), then run this again." >&2
  exit 1
fi
if ! node -e 'process.exit(typeof require("node:zlib").crc32 === "function" ? 0 : 1)'; then
  echo "Node.js $(node -v) is too old: version 20.15 or newer is needed (https://nodejs.org/en/download)." >&2
  exit 1
fi

# Compares npm's own record of node_modules with the lock file, which is correct after npm ci and after npm install.
if ! node dev/packages-installed.mjs; then
  echo "Installing npm packages (about 20 seconds) …"
  if ! npm ci --no-audit --no-fund --loglevel=error; then
    echo "npm could not install the packages. Is the npm registry reachable (npm ping)? Then run this again." >&2
    exit 1
  fi
fi

# Puts another version of Node.js first in PATH, such as "26" or "26.10.0". An npm package contains the binary.
use_node() {
  local cpu
  cpu=$(node -p process.arch)
  local home=$root/.data/node/$1
  if [ ! -x "$home/node_modules/node-linux-$cpu/bin/node" ]; then
    echo "Installing Node.js $1 in .data/node …"
    mkdir -p "$home"
    local output
    if ! output=$(npm install --prefix "$home" --no-save --no-audit --no-fund --loglevel=error "node-linux-$cpu@$1" 2>&1); then
      if [[ $output == *ETARGET* ]]; then
        echo "There is no Node.js $1 for $cpu. Choose another version, such as 26." >&2
      else
        echo "$output" >&2
      fi
      exit 1
    fi
  fi
  PATH=$home/node_modules/node-linux-$cpu/bin:$PATH
  echo "Node.js $(node -v)"
}
