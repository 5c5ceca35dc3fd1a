import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The decision that lists the verbs of the data layer. `test/tooling/verbs.test.ts` compares it with the code. */
const DECISION = 'docs/decisions/0002-hand-written-sql.md'
const SEARCHED = ['api', 'worker', 'cli', 'common', 'db', 'views', 'clients/node']
const TEXT = /\.(ts|js|json|hbs)$/
/** A file is a list of a kind if it names this share of its entries. */
const SHARE = 0.8
/** Smaller tables have columns such as id, name and email, which many files name. */
const FEWEST = 10

/** The words of a file: `renewalBlocked`, `renewal-blocked` and `renewal_blocked` are one word. */
type Words = ReadonlyMap<string, ReadonlySet<string>>

/** Prints the verbs of the data layer, and for each kind of thing the files that list all of its entries. */
export function printLists(): void {
  const verbs = Array.from(readText(DECISION).matchAll(/^\| `(\w+)` +\| `db\//gm), ([, verb]) => verb!)
  console.log(`\nVerbs of the data layer: ${verbs.length} (${verbs.join(', ')})`)

  const words = readWords()
  console.log(`\nFiles that name at least ${SHARE * 100} % of all entries of a kind:`)
  for (const [kind, entries] of Object.entries(kinds())) {
    const files = listsOf(entries, words)
    console.log(`  ${kind} (${entries.length}): ${files.length}`)
    for (const file of files) console.log(`    ${file}`)
  }

  const tables = readTables(words)
    .map(({ file, columns }) => ({ file, columns, lists: listsOf(columns, words).length }))
    .filter(({ columns }) => columns.length >= FEWEST)
    .sort((a, b) => a.lists - b.lists)
  const most = tables.at(-1)!
  console.log(
    `  columns of a table (${tables.length} tables of ${FEWEST} columns or more): median ${tables[Math.floor(tables.length / 2)]!.lists}, most ${most.lists} (${most.file})`,
  )
}

function kinds(): Record<string, string[]> {
  const keysOf = (file: string, pattern: RegExp) =>
    Array.from(readText(file).matchAll(pattern), ([, key]) => normalize(key!))
  const [, emails = ''] = /emailKinds = \{\n([^}]*)\}/.exec(readText('common/services/emails/kinds.ts'))!
  return {
    'event types': keysOf('common/domain/events/types.ts', /^ {2}'?([\w.]+)'?: defineEvent/gm),
    jobs: keysOf('common/domain/jobs/catalog.ts', /^ {2}'([\w.]+)': defineJob/gm),
    emails: Array.from(emails.matchAll(/^ {2}(\w+)/gm), ([, key]) => normalize(key!)),
    'payment methods': files()
      .flatMap((file) => /^common\/methods\/([\w-]+)\/method\.ts$/.exec(file)?.[1] ?? [])
      .map(normalize),
  }
}

function readTables(words: Words): { file: string; columns: string[] }[] {
  return [...words.keys()].flatMap((file) => {
    const [, columns] = /defineTable\(\s*'\w+',\s*\{\n(.*?)^ {0,2}\}/ms.exec(readText(file)) ?? []
    if (!columns) return []
    return { file, columns: Array.from(columns.matchAll(/^ {2,4}(\w+): /gm), ([, name]) => normalize(name!)) }
  })
}

function listsOf(entries: readonly string[], words: Words): string[] {
  return [...words]
    .filter(([, found]) => entries.filter((entry) => found.has(entry)).length >= entries.length * SHARE)
    .map(([file]) => file)
}

function files(): string[] {
  return execFileSync('git', ['ls-files', ...SEARCHED], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT.test(file))
}

function readWords(): Words {
  return new Map(
    files().map((file) => {
      const found = Array.from(readText(file).matchAll(/[\w.-]+/g), ([word]) => word)
      return [file, new Set(found.flatMap((word) => [word, ...word.split('.')]).map(normalize))]
    }),
  )
}

function normalize(name: string): string {
  return name
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, '_$&')
    .replaceAll('-', '_')
    .toLowerCase()
}

const readText = (file: string) => readFileSync(file, 'utf8')
