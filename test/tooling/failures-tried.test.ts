import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'

/** The rows of the tables of failures in one part of docs/payment-methods.md. */
function failuresOf(part: string): { what: string; test: string }[] {
  const text = readFileSync('docs/payment-methods.md', 'utf8')
  const [, after = ''] = text.split(`\n## ${part}\n`)
  const [own = ''] = after.split('\n## ')
  const [, table = ''] = own.split(/\n\| what (?:goes wrong|happens)[^\n]*\| test +\|\n[^\n]*\n/)
  return [...table.split('\n\n')[0]!.matchAll(/^\| (.+?) +\| (?:.+?) +\| (.+?) +\|$/gm)].map(
    ([, what = '', test = '']) => ({ what, test: test.replaceAll('`', '') }),
  )
}

/** The tests of a provider, without what is put into their names when they run. */
function testsOf(folder: string): string {
  const files = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
  return files.join('\n')
}

describe('what can go wrong at a provider', () => {
  for (const [part, folder] of [
    ['QPay', 'test/payments/qpay'],
    ['Stripe', 'test/payments/stripe'],
  ] as const)
    it(`is tried by a test that is there, each row of the table: ${part}`, () => {
      const failures = failuresOf(part)
      const tests = testsOf(folder)
      expect(failures).to.have.length.above(20)
      for (const { what, test } of failures)
        for (const name of test.split(/[;…]/).map((one) => one.trim()))
          // A name that is put together where it runs begins so, and goes on with what stands in a list.
          if (!tests.includes(name))
            expect(tests.includes(name.replace(/^(?:by|with) /, '')), `${what}: ${name}`).to.equal(true)
    })
})
