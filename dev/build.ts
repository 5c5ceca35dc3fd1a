import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes.ts'

const folders = ['api', 'worker', 'cli', 'common', 'db', 'bench']
const client = 'clients/node'
const settings = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  `${client}/tsconfig.json`,
]
const stamp = 'dist/.built'

/** Compiles the service into dist/ and the client into its own, unless what is there was built from these very sources. */
export async function build(say: (what: string) => void = console.log): Promise<void> {
  const sources = folders.flatMap((folder) => filesUnder(folder, '.ts'))
  const print = fingerprint([...sources, ...settings, ...filesUnder(`${client}/src`, '.ts')])
  const isThere = existsSync(`${client}/dist`) && existsSync(stamp)
  if (isThere && readFileSync(stamp, 'utf8') === print) return

  say('Building …')
  rmSync(`${client}/dist`, { recursive: true, force: true })
  await run('npm', ['run', '--silent', 'build'])
  removeLeftOvers(sources)
  writeFileSync(stamp, print)
}

function filesUnder(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}

function fingerprint(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** A migration that was renamed must not run under its old name as well. */
function removeLeftOvers(sources: string[]): void {
  const wanted = new Set(sources.map((file) => join('dist', file.replace(/\.ts$/, '.js'))))
  for (const file of filesUnder('dist', '.js')) {
    if (!wanted.has(file)) rmSync(file)
  }
}
