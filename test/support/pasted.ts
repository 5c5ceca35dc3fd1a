import { readFileSync } from 'node:fs'

interface Block {
  language: 'sh' | 'js'
  /**
   * `stays`: runs until it is stopped. `host`: sets up a machine, and runs on a simulated one. `by-hand`: runs all
   * other blocks, so it is skipped.
   */
  how: string
  text: string
}

/** Returns the blocks of shell and JavaScript that a reader of a page pastes. */
export function blocksOf(page: string): Block[] {
  const fenced = /^( *)```(sh|js)(?: (\S+))?\n([\s\S]*?)^ *```$/gm
  return Array.from(
    readFileSync(page, 'utf8').matchAll(fenced),
    ([, indent = '', language, how = '', text = '']) => ({
      language: language as Block['language'],
      how,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

/**
 * Returns a page as one bash script. It stops at the first line that fails and prints the number of that part. An
 * error of the API fails too. Processes that stay must still run after a second. Blocks of JavaScript up to the next
 * block of shell are one module.
 */
export function scriptOf(page: string): string {
  const parts: string[] = []
  let program = ''
  const writeProgram = () => {
    if (program) parts.push(`cat > pasted.mjs <<'END OF MODULE'\n${program}END OF MODULE\nnode pasted.mjs`)
    program = ''
  }
  for (const { language, how, text } of blocksOf(page).filter((block) => block.how !== 'by-hand')) {
    if (language === 'js') program += text
    else {
      writeProgram()
      parts.push(how === 'stays' ? background(text) : how === 'host' ? simulated(text) : text)
    }
  }
  writeProgram()
  return [
    'set -euo pipefail',
    'curl() { command curl --fail-with-body --show-error --max-time 60 "$@"; }',
    'host=$(mktemp -d)',
    'staying=()',
    `trap 'rm -r "$host"; for group in "\${staying[@]}"; do kill -- "-$group" || true; done 2>/dev/null' EXIT`,
    ...parts.map((text, number) => `echo "== part ${number + 1}"\n${text}`),
    'if [ "${#staying[@]}" -gt 0 ]; then sleep 1; kill -0 "${staying[@]}"; fi',
  ].join('\n')
}

/** Runs a block in the background until the end of the page. Then it is stopped with all its processes. */
function background(text: string): string {
  return `set -m\n(\n${text})&\nstaying+=($!)\nset +m`
}

/**
 * Runs the commands for a machine in a folder (`$host`, one for each page). Commands that change the machine only
 * print their name. Cloning links to this repository.
 */
function simulated(text: string): string {
  const commands = 'apt-get chmod chown mariadb npm podman ssh sudo systemctl useradd'
  return `(
repository=$PWD
mkdir -p "$host/etc/systemd/system" "$host/opt/tolbor"
touch "$host/etc/tolbor.env"
for command in ${commands}; do eval "$command() { echo $command; }"; done
git() { echo git; local folder="\${@: -1}"; mkdir -p "$(dirname "$folder")"; ln -sfn "$repository" "$folder"; }
${text.replaceAll(/(?<=[ =(])\/(?=(?:etc|opt)\/)/g, '"$host"/')})`
}
