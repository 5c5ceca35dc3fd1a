import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { run } from '../../dev/processes.ts'
import { command, startMariadb } from '../../dev/servers.ts'

/** The name of the database in the template, and of the databases that begin with a copy. */
export const DATABASE = 'tolbor'

const KEPT = '.data/test-databases'

/**
 * Returns the data folder of a MariaDB with the tables of this release, without rows. Each server of a run begins with a copy:
 * creating the data and migrating takes seconds. A later run uses it again, until a migration or the server changes.
 */
export async function databaseTemplate(): Promise<string> {
  const template = resolve(KEPT, fingerprint())
  if (existsSync(template)) return template
  mkdirSync(KEPT, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync('/tmp/tolbor-template-') // another run may do the same now
  try {
    const server = await startMariadb({ folder, relaxedDurability: true }, DATABASE)
    try {
      await run('node', ['--import', 'tsx', 'db/migrate.ts'], { env: environment(server.url) })
    } finally {
      await server.stop()
    }
    keep(join(folder, 'mariadb', 'data'), template)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return template
}

/** Changes with the server and with everything that decides on the tables. */
function fingerprint(): string {
  const hash = createHash('sha256').update(execFileSync(command('mariadbd'), ['--version']))
  const sources = readdirSync('db', { recursive: true, encoding: 'utf8' }).map((name) => join('db', name))
  for (const file of [...sources.filter((name) => name.endsWith('.ts')).sort(), 'dev/servers.ts'])
    hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function environment(databaseUrl: string): NodeJS.ProcessEnv {
  const others = { REDIS_URL: 'redis://127.0.0.1:9/0', BASE_URL: 'http://127.0.0.1:3000' }
  return { ...process.env, DATABASE_URL: databaseUrl, SECRET_KEY: 'ab'.repeat(32), ...others }
}

/** Copies the data to their place, unless another run was faster, and deletes the data of earlier migrations. */
function keep(data: string, template: string): void {
  cpSync(data, `${template}.${process.pid}`, { recursive: true }) // on the same disk, so that renaming is atomic
  try {
    renameSync(`${template}.${process.pid}`, template)
  } catch (error) {
    rmSync(`${template}.${process.pid}`, { recursive: true })
    if (!existsSync(template)) throw error
  }
  for (const name of readdirSync(KEPT))
    if (!name.startsWith(basename(template))) rmSync(join(KEPT, name), { recursive: true, force: true })
}
