import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, normalize } from 'node:path'
import type { MochaOptions } from 'mocha'
import { type Engines, enginesNamed } from '../../dev/engines/catalog.ts'
import { UserError } from '../../dev/processes.ts'

const mocha = createRequire(import.meta.url)('mocha/lib/cli/options.cjs') as {
  loadOptions: (args: string[]) => Record<string, unknown> & { _: string[] }
}

export interface Arguments {
  engines: Engines
  onlyTests: boolean
  /** The test files to run: all, unless paths are given. */
  files: string[]
  /** Mocha's options from .mocharc.json and the command line. */
  options: MochaOptions
}

/** Reads `bin/test [--engine NAME,…] [PATH …] [mocha's options]`. With paths, only tests run, without the checks of the code. */
export function readArguments(args: string[]): Arguments {
  const { engines, others } = takeEngines(args)
  const { _: paths, ...rest } = mocha.loadOptions(others)
  const files = [...new Set((paths.length > 0 ? paths : ['test']).flatMap(testFiles))]
  const options = Object.fromEntries(Object.entries(rest).map(([name, value]) => [camelCase(name), value]))
  // The processes of several files do not know of an `it.only` in another one.
  return {
    engines,
    onlyTests: paths.length > 0,
    files,
    options: { ...options, forbidOnly: files.length > 1 },
  }
}

function takeEngines(args: readonly string[]): { engines: Engines; others: string[] } {
  const at = args.findIndex((arg) => /^--engine(=|$)/.test(arg))
  if (at < 0) return { engines: enginesNamed(''), others: [...args] }
  const [, value] = args[at]!.split('=')
  const names = value ?? args[at + 1] ?? ''
  return { engines: enginesNamed(names || '-'), others: args.toSpliced(at, value === undefined ? 2 : 1) }
}

/** Returns the test files in a folder, or the file itself. */
function testFiles(path: string): string[] {
  if (!existsSync(path))
    throw new UserError(
      `There is no file or folder ${path}. Tests are below test/, such as bin/test test/checkouts.`,
    )
  if (!statSync(path).isDirectory()) return [normalize(path)]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => join(path, name))
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
