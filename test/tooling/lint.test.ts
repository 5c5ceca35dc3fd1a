import { expect } from 'chai'
import { ESLint } from 'eslint'

// Types are not needed for these, and reading the whole project for them would take half a minute.
const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => !ruleId.startsWith('@typescript-eslint/'),
})

async function rulesBrokenBy(text: string, filePath: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath })
  return result?.messages.map(({ ruleId }) => ruleId) ?? []
}

describe('the linter', () => {
  const ways: [rule: string, text: string][] = [
    ['no-restricted-globals', `export const x = () => fetch('http://a')\n`],
    ['no-restricted-syntax', `export const x = () => globalThis.fetch('http://a')\n`],
    ['no-restricted-syntax', `import http from 'node:http'\nexport const x = http.request('http://a')\n`],
    ['no-restricted-syntax', `import https from 'node:https'\nexport const x = https.get('https://a')\n`],
    [
      'no-restricted-imports',
      `import { request } from 'node:https'\nexport const x = request('https://a')\n`,
    ],
    ['no-restricted-imports', `import { Agent } from 'undici'\nexport const x = new Agent()\n`],
  ]
  for (const [rule, text] of ways) {
    it(`refuses a way out that nobody guards: ${text.trim().replaceAll('\n', '; ')}`, async () => {
      expect(await rulesBrokenBy(text, 'common/runtime/config.ts')).to.deep.equal([rule])
    })
  }

  const statements = [
    "sql.run(`DELETE FROM emails WHERE recipient = '${to}'`)",
    "tx.sql.write('DELETE FROM emails; COMMIT')",
    'tx.sql.write(`DELETE FROM ${table}; COMMIT`)',
    "sql.row('SELECT id FROM emails WHERE recipient = ' + to)",
  ]
  for (const text of statements) {
    it(`refuses what may be more than one statement: ${text}`, async () => {
      const broken = await rulesBrokenBy(
        `export const x = (sql, tx, to, table) => ${text}\n`,
        'common/emails/x.ts',
      )
      expect(broken).to.deep.equal(['no-restricted-syntax'])
    })
  }

  it('lets a statement name its table, and bind its values', async () => {
    const text =
      'export const x = (sql, table, to) => sql.run(`DELETE FROM ${table} WHERE recipient = ?`, [to])\n'
    expect(await rulesBrokenBy(text, 'common/emails/x.ts')).to.deep.equal([])
  })

  it('wants a reason wherever a rule is silenced', async () => {
    const text = (reason: string) => `// eslint-disable-next-line no-var${reason}\nexport var x = 1\n`
    expect(await rulesBrokenBy(text(''), 'common/runtime/config.ts')).to.deep.equal([
      'tolbor/disable-with-reason',
    ])
    expect(await rulesBrokenBy(text(' -- an example'), 'common/runtime/config.ts')).to.deep.equal([])
    expect(
      await rulesBrokenBy('/* eslint-disable */\nexport var x = 1\n', 'common/runtime/config.ts'),
    ).to.deep.equal(['tolbor/disable-with-reason'])
  })
})
