import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { commentsInCode, type Finding, findings, withoutCode, wordsOfPath } from '../../lint/plain-english.js'
import { type Diagnostic, lintSamples } from './lint-samples.ts'

/** Returns the paths of the files of this repository, new ones included. */
function files(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return list.split('\0').filter((file) => file !== '' && existsSync(file))
}

/** Returns the paths of the files that are not code. */
function documents(): string[] {
  return files().filter((file) => /\.(md|hbs|css|ya?ml)$|\/en\.json$/.test(file))
}

/** Finds the listed words in Markdown: in its sentences, and in the comments of its code blocks. */
function findingsInMarkdown(text: string): Finding[] {
  const inCode = commentsInCode(text).flatMap((comment) =>
    findings(comment.text, 'prose').map(({ index, message }) => ({ index: comment.index + index, message })),
  )
  return [...findings(withoutCode(text), 'prose'), ...inCode]
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
      const found = file.endsWith('.md') ? findingsInMarkdown(text) : findings(text, 'text')
      const lines = found.map(
        ({ index, message }) => `${file}:${text.slice(0, index).split('\n').length}: ${message}`,
      )
      expect(lines.join('\n')).to.equal('')
    })
  }
})

describe('plain English in the code blocks of documents', () => {
  const cases: [block: string, quoted: string[]][] = [
    ['```sh\nbin/dev # whoever waits\n```', ['3: Whoever']],
    ['```sh by-hand\n# Starts it.\n# What is due is sent.\nbin/dev\n```', ['4: What', '4: What is due']],
    ['```sh\n# the row\n# is to\n# be locked\n```', ['4: is to be']],
    ['```ini\n# mend it\nA=1\n```', ['3: Mend']],
    ['```js\ncall() // where the row is locked, waits\n```', ['3: Where']],
    ['```ts common/a.ts\n/** What it returns. */\n```', ['3: What']],
    ['```diff common/a.ts\n+  // nobody waits\n```', ['3: Nobody']],
    ['   ```sql\n   SELECT 1 -- somebody\n   ```', ['3: Somebody']],
  ]
  for (const [block, quoted] of cases)
    it(`is checked in the comments of ${JSON.stringify(block)}`, () => {
      const text = `Run this:\n${block}\n`
      const quotes = findingsInMarkdown(text).map(
        ({ index, message }) => `${text.slice(0, index).split('\n').length}: ${message.split('"')[1]!}`,
      )
      expect(quotes).to.have.members(quoted)
    })

  const allowed = [
    '```sh\ncurl https://whoever.example/#mend\n```',
    "```js\nfetch('https://example.com/mend')\nconst mend = 1\n```",
    '```\n# whoever\n```',
  ]
  for (const block of allowed)
    it(`is not checked outside of comments: ${JSON.stringify(block)}`, () => {
      expect(findingsInMarkdown(`${block}\n`)).to.deep.equal([])
    })
})

describe('plain English in the names of files', () => {
  it('is checked by their words', () => {
    const quotes = (path: string) =>
      findings(wordsOfPath(path), 'name').map(({ message }) => message.split('"')[1])
    expect(quotes('db/begotten-rows.ts')).to.deep.equal(['begotten'])
    expect(quotes('api/readCompanions.ts')).to.deep.equal(['companions'])
    expect(quotes('test/mend/rows.test.ts')).to.deep.equal(['mend'])
    expect(quotes('db/amendments.ts')).to.deep.equal([])
  })

  it('holds for every file', () => {
    const found = files().flatMap((file) =>
      findings(wordsOfPath(file), 'name').map(({ message }) => `${file}: ${message}`),
    )
    expect(found.join('\n')).to.equal('')
  })
})
