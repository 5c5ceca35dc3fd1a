import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { printLists } from './structure-lists.ts'
import { printSample } from './structure-sample.ts'

/**
 * Prints the size of the program and how its folders depend on each other: files and lines by folder, folders that import each
 * other, circles, the modules of common/services/ that import a module above them, the verbs of the data layer, and the files
 * that list every entry of a kind. Types count too. The order of the modules is the one in .dependency-cruiser.cjs, which
 * allows a few files to import upward. `npm run structure -- sample 30 --seed 7` prints random comments and titles of tests
 * instead.
 */
const CONFIG = '.dependency-cruiser.cjs'
const DEPENDENCY_CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'
const PROGRAM = ['api', 'worker', 'cli', 'common', 'db']
const COUNTED = [...PROGRAM, 'views', 'bin', 'dev', 'lint', 'clients', 'docs', 'test', 'bench']
const TEXT = /(\.(ts|js|mjs|hbs|css|json|md|sh)|^bin\/[^.]+)$/

interface Config {
  forbidden: { name: string; to: { path?: string | string[] } }[]
}

interface Import {
  from: string
  to: string
  isCircular: boolean
}

/** Returns every import of a file of the program by another. */
function readImports(): Import[] {
  const options = ['--config', CONFIG, '--output-type', 'json', ...PROGRAM]
  const json = execFileSync(process.execPath, [DEPENDENCY_CRUISER, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const { modules: files } = JSON.parse(json) as {
    modules: { source: string; dependencies: { resolved: string; circular: boolean }[] }[]
  }
  const isOurs = (file: string) => PROGRAM.includes(file.split('/')[0]!)
  return files
    .filter(({ source }) => isOurs(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => isOurs(resolved))
        .map(({ resolved, circular }) => ({ from: source, to: resolved, isCircular: circular })),
    )
}

/** Counts the imports between groups of files, by `from → to`. Files without a group do not count. */
function countArrows(
  imports: readonly Import[],
  groupOf: (file: string) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { from, to } of imports) {
    const [source, target] = [groupOf(from), groupOf(to)]
    if (!source || !target || source === target) continue
    const arrow = `${source} → ${target}`
    counts.set(arrow, (counts.get(arrow) ?? 0) + 1)
  }
  return counts
}

/** Returns the pairs of groups that import each other. */
function mutualPairs(arrows: Map<string, number>): [string, string][] {
  return [...arrows.keys()]
    .map((arrow) => arrow.split(' → ') as [string, string])
    .filter(([from, to]) => from < to && arrows.has(`${to} → ${from}`))
}

const isWithin = ([one, other]: [string, string]) =>
  other.startsWith(`${one}/`) || one.startsWith(`${other}/`)

function moduleOf(file: string): string | undefined {
  return /^common\/services\/([^/]+)\//.exec(file)?.[1]
}

/** Returns the modules from the top: the rule of the lowest module names all modules above it. */
async function modulesFromTheTop(): Promise<string[]> {
  const config = (await import(`../${CONFIG}`)) as { default: Config }
  const { name = '', to } = config.default.forbidden.findLast((rule) => rule.name.startsWith('module-')) ?? {}
  const [, above = ''] = /\((.*)\)/.exec(String(to?.path)) ?? []
  return [...above.split('|'), name.replace('module-', '')]
}

function printSizes(): void {
  const files = execFileSync('git', ['ls-files', ...COUNTED], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT.test(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  console.log('Folder    files    lines')
  for (const folder of COUNTED) {
    const own = files.filter(({ file }) => file.startsWith(`${folder}/`))
    const lines = own.reduce((sum, one) => sum + one.lines, 0)
    console.log(`${folder.padEnd(9)} ${String(own.length).padStart(5)} ${String(lines).padStart(8)}`)
  }
}

async function printImports(): Promise<void> {
  const imports = readImports()
  const folders = countArrows(imports, dirname)
  const mutual = mutualPairs(folders)
  const besides = mutual.filter((pair) => !isWithin(pair))
  console.log(`\nImports between files: ${imports.length}; between folders: ${folders.size} arrows`)
  console.log(`Imports that are part of a circle: ${imports.filter(({ isCircular }) => isCircular).length}`)
  console.log(`A folder and one within it that import each other: ${mutual.length - besides.length} pairs`)
  console.log(`Other folders that import each other: ${besides.length} pairs`)
  for (const [one, other] of besides) console.log(`  ${one} ↔ ${other}`)

  const modules = await modulesFromTheTop()
  const arrows = countArrows(imports, moduleOf)
  const upward = Array.from(arrows, ([arrow, count]) => {
    const [from = '', to = ''] = arrow.split(' → ')
    return { from, to, count }
  }).filter(({ from, to }) => modules.indexOf(from) > modules.indexOf(to))
  console.log(`\nModules from the top: ${modules.join(', ')}`)
  console.log(`Upward imports: ${upward.length} pairs of modules`)
  for (const { from, to, count } of upward) console.log(`  ${from} → ${to}: ${count}`)
  const pairs = mutualPairs(arrows)
  console.log(`Modules that import each other: ${pairs.length} pairs`)
  for (const [one, other] of pairs) console.log(`  ${one} ↔ ${other}`)
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: 'string' } } })
const [command, count = '30'] = positionals
if (command === 'sample') {
  printSample(Number(count), values.seed ?? '1')
} else {
  printSizes()
  await printImports()
  printLists()
}
