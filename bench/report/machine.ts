import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

export type Machine = ReturnType<typeof machine>

/** Describes this machine. Figures of different machines are not comparable. */
export function machine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${distribution()}, kernel ${release()}`,
    node: process.version,
    database: version('mariadbd') ?? version('mysqld') ?? 'unknown',
    redis: version('redis-server') ?? 'unknown',
  }
}

function distribution(): string {
  try {
    return /^PRETTY_NAME="(.*)"$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform
  } catch {
    return process.platform
  }
}

function version(command: string): string | null {
  try {
    const text = execFileSync(command, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return /\d+\.\d+\.\d+\S*/.exec(text)?.[0] ?? null
  } catch {
    return null
  }
}

/** Returns the commit of the measured sources. */
export function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    const changed = git('status', '--porcelain', '--', 'api', 'common', 'db', 'views', 'worker') !== ''
    return git('rev-parse', '--short', 'HEAD') + (changed ? ' and changes' : '')
  } catch {
    return 'unknown'
  }
}
