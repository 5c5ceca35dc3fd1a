import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Trouble } from './processes.ts'

/** Debian keeps servers in sbin, which is not in everybody's PATH. */
const folders = () => [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin']

/** Where a command is, if this machine has it. */
export function find(...names: string[]): string | undefined {
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

/** Installs the Debian packages of the commands that are missing; says what to do where it cannot. */
export function install(packages: Record<string, string[]>): void {
  const missing = Object.keys(packages).filter((name) => !find(...(packages[name] ?? [])))
  if (missing.length === 0) return

  const lines = ['apt-get update', `apt-get install -y --no-install-recommends ${missing.join(' ')}`]
  const byHand = `Install by hand, as root:\n  ${lines.join('\n  ')}\nthen run this again.`
  if (!existsSync('/usr/bin/apt-get')) {
    throw new Trouble(
      `Missing on this machine: ${missing.join(', ')}. Install them with your package manager.`,
    )
  }
  const root = process.getuid?.() === 0
  if (!root && !find('sudo'))
    throw new Trouble(`${missing.join(', ')} missing, and no root or sudo. ${byHand}`)

  console.log(`Installing ${missing.join(', ')} with apt (half a minute or so) …`)
  for (const line of lines) {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', ...line.split(' '), '-qq']
    const [file = '', ...args] = root ? command : ['sudo', ...command]
    const { status } = spawnSync(file, args, { stdio: ['inherit', 'ignore', 'inherit'] })
    if (status !== 0) throw new Trouble(`"${line}" failed (its words are above). ${byHand}`)
  }
  const still = missing.filter((name) => !find(...(packages[name] ?? [])))
  if (still.length > 0)
    throw new Trouble(`apt installed ${still.join(', ')}, but its commands are not there.`)
}
