import { readFileSync } from 'node:fs'

interface Block {
  language: 'sh' | 'js'
  /**
   * `stays`: runs until it is stopped. `host`: sets up a whole machine, and is run on one that is pretended. `by-hand`:
   * is what runs all the others.
   */
  how: string
  text: string
}

/** What a page tells to paste or to write: its blocks of shell and JavaScript. */
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
 * A page as one script for bash: it ends at the first line that fails, and says which part that was in. What stays is
 * left a moment to fall over. JavaScript up to the next line of shell is one module. A refusal of the API fails too.
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
      parts.push(how === 'stays' ? background(text) : how === 'host' ? pretended(text) : text)
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

/** It has to run on until the end of the page, and then goes with all that it has started. */
function background(text: string): string {
  return `set -m\n(\n${text})&\nstaying+=($!)\nset +m`
}

/**
 * Runs commands for a whole machine in a folder instead (`$host`, one for each page). Commands that change the machine only print
 * their name; cloning links this repository.
 */
function pretended(text: string): string {
  const commands = 'apt-get chmod chown mariadb npm podman ssh sudo systemctl useradd'
  return `(
repository=$PWD
mkdir -p "$host/etc/systemd/system" "$host/opt/tolbor"
touch "$host/etc/tolbor.env"
for command in ${commands}; do eval "$command() { echo $command; }"; done
git() { echo git; local folder="\${@: -1}"; mkdir -p "$(dirname "$folder")"; ln -sfn "$repository" "$folder"; }
${text.replaceAll(/(?<=[ =(])\/(?=(?:etc|opt)\/)/g, '"$host"/')})`
}
