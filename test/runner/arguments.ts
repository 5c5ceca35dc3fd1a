import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, normalize } from 'node:path'
import type { MochaOptions } from 'mocha'
import { Trouble } from '../../dev/processes.ts'

const mocha = createRequire(import.meta.url)('mocha/lib/cli/options.cjs') as {
  loadOptions: (args: string[]) => Record<string, unknown> & { _: string[] }
}

export interface Arguments {
  onlyTests: boolean
  /** The test files of the given paths; all test files without paths. */
  files: string[]
  /** The options of mocha, from .mocharc.json and the command line. */
  options: MochaOptions
}

/** Reads `bin/test [path …] [mocha's options]`. With paths only tests are run, without the checks of the code. */
export function readArguments(args: string[]): Arguments {
  const { _: paths, ...rest } = mocha.loadOptions(args)
  const files = [...new Set((paths.length > 0 ? paths : ['test']).flatMap(testFiles))]
  const options = Object.fromEntries(Object.entries(rest).map(([name, value]) => [camelCase(name), value]))
  // Each file runs by itself and cannot know that another one contains an `it.only`.
  return {
    onlyTests: paths.length > 0,
    files,
    options: { ...options, forbidOnly: files.length > 1 },
  }
}

/** Returns the test files in a folder, or a file itself. */
function testFiles(path: string): string[] {
  if (!existsSync(path)) throw new Trouble(`There is no ${path}.`)
  if (!statSync(path).isDirectory()) return [normalize(path)]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => join(path, name))
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
