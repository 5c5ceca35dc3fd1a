import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import { type Diagnostic, lintSamples } from './lint-samples.ts'

/** The rule that must report a file, or null if no rule may report it. */
type Sample = [rule: string | null, file: string, text: string]

const outside: Sample[] = [
  `export const x = () => fetch('http://a')\n`,
  `export const x = () => globalThis.fetch('http://a')\n`,
  'export const x = { fetch }\n',
  `export const x = ['http://a'].map(fetch)\n`,
  `import http from 'node:http'\nexport const x = http.request('http://a')\n`,
  `import https from 'node:https'\nexport const x = https.get('https://a')\n`,
  `import { request } from 'node:https'\nexport const x = request('https://a')\n`,
  `import { Agent } from 'undici'\nexport const x = new Agent()\n`,
].map((text, index) => ['tolbor(guarded-http)', `common/runtime/outside-${index}.ts`, text])

const statements: Sample[] = [
  "sql.run(`DELETE FROM emails WHERE recipient = '${to}'`)",
  "tx.sql.write('DELETE FROM emails; COMMIT')",
  'tx.sql.write(`DELETE FROM ${table}; COMMIT`)',
  "sql.row('SELECT id FROM emails WHERE recipient = ' + to)",
].map((call, index) => [
  'tolbor(one-statement)',
  `common/services/emails/statement-${index}.ts`,
  `export const x = (sql, tx, to, table) => [${call}, tx, sql, to, table]\n`,
])

const bound =
  'export const x = (sql, table, to) => sql.run(`DELETE FROM ${table} WHERE recipient = ?`, [to])\n'

const samples: Sample[] = [
  ...outside,
  ...statements,
  [null, 'common/services/emails/sample.ts', bound],
  [null, 'common/runtime/guarded-http.ts', outside.at(-1)![2]],
  [null, 'common/runtime/named.ts', 'export const x = (a) => [a.fetch(), { fetch: a }]\n'],
  [null, 'test/sample.ts', outside[0]![2]],
  ['tolbor(disable-with-reason)', 'api/a.ts', '// oxlint-disable-next-line no-var\nexport var x = 1\n'],
  [null, 'api/b.ts', '// oxlint-disable-next-line no-var -- an example\nexport var x = 1\n'],
]

describe('the linter', () => {
  let found: Diagnostic[]

  before(async () => {
    found = await lintSamples(Object.fromEntries(samples.map(([, file, text]) => [file, text])))
  })

  for (const [rule, file, text] of samples) {
    const shown = text.trim().replaceAll('\n', '; ')
    it(`${rule === null ? 'accepts' : `reports by ${rule}`} in ${file}: ${shown}`, () => {
      const codes = found.filter(({ filename }) => filename === file).map(({ code }) => code)
      expect(codes).to.deep.equal(rule === null ? [] : [rule])
    })
  }

  // A comment for a whole file would also silence the rule that requires a reason.
  it('is never disabled for a whole file', () => {
    const files = ['*.ts', '*.js', '*.cjs', '*.mjs']
    const { stdout } = spawnSync('git', ['grep', '-lE', '(ox|es)lint-disable( |$)', '--', ...files])
    expect(stdout.toString()).to.equal('')
  })
})
