import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { findings, withoutCode } from '../../lint/plain-english.js'
import { type Diagnostic, lintSamples } from './lint-samples.ts'

/** Returns the paths of the files of this repository that are not code, new ones included. */
function documents(): string[] {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return files
    .split('\0')
    .filter((file) => /\.(md|hbs|css|ya?ml)$|\/en\.json$/.test(file) && existsSync(file))
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
    ([text, quoted], index) => ({ file: `a-new-folder/sample-${index}.ts`, text, quoted }),
  )
  let found: Diagnostic[]

  before(async () => {
    const files = Object.fromEntries(samples.map(({ file, text }) => [file, text]))
    found = await lintSamples(files)
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
  it('is checked in every folder that has documents', () => {
    const folders = documents().map((file) => file.replace(/(?<=\/).*|^[^/]*$/, ''))
    expect(folders).to.include.members(['', 'clients/', 'deploy/', 'docs/', 'examples/', 'views/'])
    expect(documents()).to.include('views/locales/en.json')
  })

  for (const file of documents()) {
    it(`is written in ${file}`, () => {
      const text = readFileSync(file, 'utf8')
      const found = file.endsWith('.md') ? findings(withoutCode(text), 'prose') : findings(text, 'text')
      const lines = found.map(
        ({ index, message }) => `${file}:${text.slice(0, index).split('\n').length}: ${message}`,
      )
      expect(lines.join('\n')).to.equal('')
    })
  }
})
