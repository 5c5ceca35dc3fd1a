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
const STAMP = 'dist/.built'

/** Compiles the service and the client into their dist/ folders, if a source has changed since the last build. */
export async function build(print: (line: string) => void = console.log): Promise<void> {
  const sources = folders.flatMap((folder) => filesUnder(folder, '.ts'))
  const current = fingerprint([...sources, ...settings, ...filesUnder(`${client}/src`, '.ts')])
  const isBuilt = existsSync(`${client}/dist`) && existsSync(STAMP)
  if (isBuilt && readFileSync(STAMP, 'utf8') === current) return

  print('Building …')
  rmSync(`${client}/dist`, { recursive: true, force: true })
  await run('npm', ['run', '--silent', 'build'])
  removeStaleFiles(sources)
  writeFileSync(STAMP, current)
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

/** Deletes output without a source: a renamed migration must not also run under its old name. */
function removeStaleFiles(sources: string[]): void {
  const wanted = new Set(sources.map((file) => join('dist', file.replace(/\.ts$/, '.js'))))
  for (const file of filesUnder('dist', '.js')) {
    if (!wanted.has(file)) rmSync(file)
  }
}
