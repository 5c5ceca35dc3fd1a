import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { UserError } from './processes.ts'

/** Debian installs servers in sbin, which is not in every PATH. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin']

/** Returns the path of the first of these commands that is installed. */
export function findCommand(...names: string[]): string | undefined {
  const places = names.flatMap((name) => folders().map((folder) => join(folder, name)))
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** The names in Homebrew of Debian packages, where they differ. A browser is only named by `CHROMIUM`. */
const IN_HOMEBREW: Readonly<Record<string, string | null>> = {
  'mariadb-server': 'mariadb',
  'mariadb-backup': 'mariadb',
  'redis-server': 'redis',
  'php-cli': 'php',
  python3: 'python',
  'chromium-headless-shell': null,
}

/** Returns how to install Debian packages on a machine without apt. */
export function missingSentence(packages: readonly string[], platform: NodeJS.Platform): string {
  const sentences = [`Missing on this machine: ${packages.join(', ')}.`]
  if (platform === 'darwin') {
    const names = packages.map((name) => (name in IN_HOMEBREW ? IN_HOMEBREW[name] : name)).filter(Boolean)
    if (names.length > 0)
      sentences.push(`Install them with Homebrew: brew install ${[...new Set(names)].join(' ')}`)
    if (packages.includes('chromium-headless-shell'))
      sentences.push('For the tests set CHROMIUM to the program of Chrome or Chromium.')
  } else
    sentences.push(
      'Install them with your package manager, in which they may have other names. Their commands must be in PATH.',
    )
  return [...sentences, 'Then run this again.'].join('\n')
}

/**
 * Installs Debian packages if their commands are missing: package → commands. Throws with the commands to type if it
 * cannot.
 */
export function installPackages(packages: Record<string, string[]>): void {
  const missing = Object.keys(packages).filter((name) => !findCommand(...(packages[name] ?? [])))
  if (missing.length === 0) return

  if (!existsSync('/usr/bin/apt-get')) throw new UserError(missingSentence(missing, process.platform))
  const lines = ['apt-get update', `apt-get install -y --no-install-recommends ${missing.join(' ')}`]
  const byHand = `Install by hand, as root:\n  ${lines.join('\n  ')}\nthen run this again.`
  const root = process.getuid?.() === 0
  if (!root && !findCommand('sudo'))
    throw new UserError(`${missing.join(', ')} must be installed, which needs root or sudo. ${byHand}`)

  console.log(`Installing ${missing.join(', ')} with apt (half a minute or so) …`)
  for (const line of lines) {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', ...line.split(' '), '-qq']
    const [file = '', ...args] = root ? command : ['sudo', ...command]
    const { status } = spawnSync(file, args, { stdio: ['inherit', 'ignore', 'inherit'] })
    if (status !== 0) throw new UserError(`"${line}" failed, see its output above. ${byHand}`)
  }
  const still = missing.filter((name) => !findCommand(...(packages[name] ?? [])))
  if (still.length > 0)
    throw new UserError(
      `apt has installed ${still.join(', ')}, but the commands were not found. Check your PATH.`,
    )
}
