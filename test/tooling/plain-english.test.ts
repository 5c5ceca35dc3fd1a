import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { cleanPaths, findings, withoutCode } from '../../lint/plain-english.js'
import { type Diagnostic, lintSamples } from './lint-samples.ts'

/** Returns the paths of the files in a folder that are not code; a path of a file returns that file. */
function documents(path: string): string[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
    : [path]
  return files.filter(
    (file) => /\.(md|hbs|css|ya?ml)$|\/en\.json$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file),
  )
}

describe('the plain English rule', () => {
  const reported: [text: string, quoted: string][] = [
    ['// Whoever waits gets the row.\n', '1: Whoever'],
    ['/** What the merchant sees. */\n', '1: What'],
    ['/**\n * Returns the row.\n * Where it is locked, waits.\n */\n', '3: Where'],
    ['// Returns the row, which somebody\n// else has locked.\n', '1: somebody'],
    ['// The sum is to\n// be refunded.\n', '1: is to be'],
    ["it('what is wrong is shown', () => {})\n", '1: What'],
    ["export const message = 'Mend the row.'\n", '1: Mend'],
    ['export const message = (id: string) => `Row ${id}: look what is at hand`\n', '1: at hand'],
    ['export function sendCompanions() {}\n', '1: companions'],
    ['export interface Batch {\n  companions: number\n}\n', '2: companions'],
  ]

  const allowed = [
    '// Returns what the merchant sees.\n',
    '// What if the row is locked? Then it waits.\n',
    '// The header `Whoever` is dropped.\n',
    "export const sql = 'UPDATE rows SET owner = NULL WHERE id = ?'\n",
    "import { companions } from './rows.ts'\nexport const rows = companions()\n",
  ]
  const samples = [...reported, ...allowed.map((text) => [text, null] as const)].map(
    ([text, quoted], index) => ({ file: `common/sample-${index}.ts`, text, quoted }),
  )
  let found: Diagnostic[]

  before(async () => {
    const files = Object.fromEntries(samples.map(({ file, text }) => [file, text]))
    found = await lintSamples(files, { PLAIN_ENGLISH: 'common' })
  })

  for (const { file, text, quoted } of samples) {
    it(`${quoted === null ? 'allows' : 'reports'} ${JSON.stringify(text.trim())}`, () => {
      const own = found.filter(({ code, filename }) => filename === file && code.includes('plain-english'))
      const quotes = own.map(({ message, labels }) => `${labels[0]!.span.line}: ${message.split('"')[1]!}`)
      expect(quotes).to.deep.equal(quoted === null ? [] : [quoted])
    })
  }
})

describe('plain English in documents', () => {
  it('names only paths that exist', () => {
    expect(cleanPaths.filter((path) => !existsSync(path))).to.deep.equal([])
  })

  for (const path of cleanPaths) {
    for (const file of documents(path)) {
      it(`is written in ${file}`, () => {
        const text = readFileSync(file, 'utf8')
        const found = file.endsWith('.md') ? findings(withoutCode(text), 'prose') : findings(text, 'text')
        const lines = found.map(
          ({ index, message }) => `${file}:${text.slice(0, index).split('\n').length}: ${message}`,
        )
        expect(lines.join('\n')).to.equal('')
      })
    }
  }
})
