import { execFileSync } from 'node:child_process'

/**
 * Prints which modules of common/services/ import a module above them, and which import each other. Types count too.
 * The order of the modules is the one in .dependency-cruiser.cjs, which allows a few files to import upward.
 */
const CONFIG = '.dependency-cruiser.cjs'
const DEPENDENCY_CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'

interface Config {
  forbidden: { name: string; to: { path?: string | string[] } }[]
}

/** Returns the modules from the top: the rule of the lowest module names all modules above it. */
async function modulesFromTheTop(): Promise<string[]> {
  const config = (await import(`../${CONFIG}`)) as { default: Config }
  const { name = '', to } = config.default.forbidden.findLast((rule) => rule.name.startsWith('module-')) ?? {}
  const [, above = ''] = /\((.*)\)/.exec(String(to?.path)) ?? []
  return [...above.split('|'), name.replace('module-', '')]
}

/** Counts the imports from each module to each other module, by `from → to`. */
function countImports(): Map<string, number> {
  const options = ['--config', CONFIG, '--output-type', 'json', 'common/services']
  const json = execFileSync(process.execPath, [DEPENDENCY_CRUISER, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const { modules: files } = JSON.parse(json) as {
    modules: { source: string; dependencies: { resolved: string }[] }[]
  }
  const counts = new Map<string, number>()
  for (const { source, dependencies } of files)
    for (const { resolved } of dependencies) {
      const [from, to] = [moduleOf(source), moduleOf(resolved)]
      if (from && to && from !== to) counts.set(`${from} → ${to}`, (counts.get(`${from} → ${to}`) ?? 0) + 1)
    }
  return counts
}

function moduleOf(file: string): string | undefined {
  return /^common\/services\/([^/]+)\//.exec(file)?.[1]
}

const modules = await modulesFromTheTop()
const counts = countImports()
const upward = Array.from(counts, ([arrow, count]) => {
  const [from = '', to = ''] = arrow.split(' → ')
  return { from, to, count }
}).filter(({ from, to }) => modules.indexOf(from) > modules.indexOf(to))
const mutual = upward.filter(({ from, to }) => counts.has(`${to} → ${from}`))

console.log(`Modules from the top: ${modules.join(', ')}`)
console.log(`Upward imports: ${upward.length} pairs of modules`)
for (const { from, to, count } of upward) console.log(`  ${from} → ${to}: ${count}`)
console.log(`Modules that import each other: ${mutual.length} pairs`)
for (const { from, to } of mutual) console.log(`  ${to} ↔ ${from}`)
