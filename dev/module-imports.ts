import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

/**
 * Prints which modules of common/ import one that stands above them, and which import each other: types count
 * too, and so do contracts and rules, which .dependency-cruiser.cjs lets every module import. Takes another
 * tree to look at, and the order of its modules where it has not ours: `npm run modules -- DIRECTORY a,b,c`.
 */
const [directory = '.', order] = process.argv.slice(2)

interface Config {
  forbidden: { name: string; from: { path?: string | string[] }; to: { path?: string | string[] } }[]
}

const config = (await import(resolve('.dependency-cruiser.cjs'))) as { default: Config }
const rules = config.default.forbidden

/** The modules, each above those that it may import: the rule of the last one names all the others. */
function orderOfModules(): string[] {
  if (order !== undefined) return order.split(',')
  const { name = '', to } = rules.findLast((rule) => rule.name.startsWith('module-')) ?? {}
  const [, above = ''] = /\((.*)\)/.exec(String(to?.path)) ?? []
  return [...above.split('|'), name.replace('module-', '')]
}

/** Of layer 1: what the API returns and takes, and decisions. Whoever imports only this gets no work done. */
const contracts = [rules.find(({ name }) => name === 'layer-1')?.from.path ?? []].flat()

function isContract(file: string): boolean {
  return contracts.some((path) => new RegExp(path).test(file))
}

interface Import {
  from: string
  to: string
  /** Whether it is of a contract or a rule. */
  isOfContract: boolean
}

/** What files of one module import from files of another. */
function importsBetween(modules: readonly string[]): Import[] {
  const tool = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const config = resolve('.dependency-cruiser.cjs')
  const text = execFileSync(process.execPath, [tool, '--config', config, '--output-type', 'json', 'common'], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const { modules: files } = JSON.parse(text) as {
    modules: { source: string; dependencies: { resolved: string }[] }[]
  }
  return files.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }) => {
      const [from, to] = [moduleOf(source), moduleOf(resolved)]
      const known = modules.includes(from) && modules.includes(to)
      return known && from !== to ? [{ from, to, isOfContract: isContract(resolved) }] : []
    }),
  )
}

function moduleOf(file: string): string {
  return /^common\/(?:services\/)?([^/]+)\//.exec(file)?.[1] ?? ''
}

/** Each arrow once, with how many imports it stands for, and whether they are all of contracts. */
function arrowsOf(imports: readonly Import[]): { from: string; to: string; count: number; work: number }[] {
  const names = new Set(imports.map(({ from, to }) => `${from} ${to}`))
  return Array.from(names, (name) => {
    const [from = '', to = ''] = name.split(' ')
    const own = imports.filter((one) => one.from === from && one.to === to)
    return { from, to, count: own.length, work: own.filter(({ isOfContract }) => !isOfContract).length }
  })
}

const modules = orderOfModules()
const arrows = arrowsOf(importsBetween(modules))
const up = arrows.filter(({ from, to }) => modules.indexOf(from) > modules.indexOf(to))
const pairs = up.filter(({ from, to }) => arrows.some((other) => other.from === to && other.to === from))
console.log(`Modules: ${modules.join(', ')}`)
const forWork = (some: readonly { work: number }[]) => some.filter(({ work }) => work > 0).length
console.log(`Arrows that run upward: ${up.length}, ${forWork(up)} of them for more than contracts and rules`)
for (const { from, to, count, work } of up)
  console.log(`  ${from} → ${to} (${count} imports, ${work} for more)`)
console.log(`Modules that import each other: ${pairs.length} pairs, ${forWork(pairs)} of them for more`)
for (const { from, to, work } of pairs) console.log(`  ${to} ↔ ${from}${work > 0 ? ' for more' : ''}`)
