import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'

/** Returns the rows of the failure tables in one part of docs/payment-methods.md. */
function failuresOf(part: string): { what: string; test: string }[] {
  const text = readFileSync('docs/payment-methods.md', 'utf8')
  const [, after = ''] = text.split(`\n## ${part}\n`)
  const [own = ''] = after.split('\n## ')
  const [, table = ''] = own.split(/\n\| what (?:goes wrong|happens)[^\n]*\| test +\|\n[^\n]*\n/)
  return [...table.split('\n\n')[0]!.matchAll(/^\| (.+?) +\| (?:.+?) +\| (.+?) +\|$/gm)].map(
    ([, what = '', test = '']) => ({ what, test: test.replaceAll('`', '') }),
  )
}

/** Returns the source code of a provider's tests. */
function testsOf(folder: string): string {
  const files = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  return files.join('\n')
}

describe('the documented failures of a provider', () => {
  for (const [part, folder] of [
    ['QPay', 'test/payments/qpay'],
    ['Stripe', 'test/payments/stripe'],
  ] as const)
    it(`each name a test that exists: ${part}`, () => {
      const failures = failuresOf(part)
      const tests = testsOf(folder)
      expect(failures).to.have.length.above(20)
      for (const { what, test } of failures)
        for (const name of test.split(/[;…]/).map((one) => one.trim()))
          // A title that is composed at run time is documented with its beginning.
          if (!tests.includes(name))
            expect(tests.includes(name.replace(/^(?:by|with) /, '')), `${what}: ${name}`).to.equal(true)
    })
})
