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

/**
 * Installs Debian packages if their commands are missing: package → commands. Throws with the commands to type if it
 * cannot.
 */
export function installPackages(packages: Record<string, string[]>): void {
  const missing = Object.keys(packages).filter((name) => !findCommand(...(packages[name] ?? [])))
  if (missing.length === 0) return

  const lines = ['apt-get update', `apt-get install -y --no-install-recommends ${missing.join(' ')}`]
  const byHand = `Install by hand, as root:\n  ${lines.join('\n  ')}\nthen run this again.`
  if (!existsSync('/usr/bin/apt-get')) {
    throw new UserError(
      `Missing on this machine: ${missing.join(', ')}. Install them with your package manager.`,
    )
  }
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
