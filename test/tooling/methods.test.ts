import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { methods } from '../../common/methods/all.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'

const FOLDER = 'common/methods/'
const PARTS = ['attempt.ts', 'method.ts', 'page.ts', 'settings.ts']
/** The other parts are common to all methods that a person confirms. */
const MANUAL_PARTS = ['method.ts', 'settings.ts']

/** Returns whether a line of code names the method. A name that is an English word is allowed elsewhere. */
function names(line: string, name: string): boolean {
  const withoutMode = line.replaceAll("isTest ? 'test' : 'live'", '') // a mode, not a method
  const quoted = new RegExp(`(['"\`])${name}\\1`).test(withoutMode)
  return name.includes('_') ? line.includes(name) : quoted && /method/i.test(line)
}

/** Returns every line outside the methods' folders that names the method. */
function linesNaming(name: string): string[] {
  const files = ['api', 'cli', 'common', 'db', 'views', 'worker'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  return files
    .filter((file) => /\.(ts|hbs|js|css)$/.test(file) && !file.startsWith(FOLDER))
    .filter((file) => !file.startsWith('db/migrations/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => names(line, name))
        .map((line) => `${file}: ${line.trim()}`),
    )
}

describe('a payment method', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

  it('has a folder and an entry in the list', () => {
    expect(folders.map((folder) => folder.replaceAll('-', '_'))).to.have.members(
      methods.map(({ name }) => name),
    )
  })

  for (const { name, page, attempt } of methods) {
    const folder = FOLDER + name.replaceAll('_', '-')

    it(`has the same files as every other method: ${name}`, () => {
      const hasGateway = findGateway(name) !== null
      // `units.ts`: the units of its provider, for both its settings and its gateway.
      const isExtra = (file: string) => /^(gateway(\.ts)?|units\.ts)$/.test(file)
      expect(readdirSync(folder).filter((file) => !isExtra(file))).to.have.members(
        attempt.manual ? MANUAL_PARTS : PARTS,
      )
      expect(existsSync(`${folder}/gateway.ts`)).to.equal(hasGateway)
      // The parts of a gateway are in a folder next to it.
      if (!hasGateway) expect(existsSync(`${folder}/gateway`)).to.equal(false)
      expect(existsSync(`views/${page.icon}.hbs`), page.icon).to.equal(true)
    })

    it(`is not named outside its folder: ${name}`, () => {
      expect(linesNaming(name)).to.deep.equal([])
      if (page.choice) expect(linesNaming(page.choice.field)).to.deep.equal([])
    })
  }

  it('has a test for every documented failure', () => {
    const tests = readdirSync('test/payments', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(`test/payments/${file}`, 'utf8'))
      .join('')
    // Titles of Stripe's tests are composed: see failures-tried.test.ts.
    const [before = ''] = readFileSync('docs/payment-methods.md', 'utf8').split(/^## Stripe/m)
    const listed = Array.from(before.matchAll(/^\|.*\| `([^`|]+)` +\|$/gm), ([, title = '']) => title)
    expect(listed.length).to.be.greaterThan(20)
    for (const title of listed) expect(tests.includes(`'${title}'`), title).to.equal(true)
  })

  it('is distinguished from an English word with the same name', () => {
    expect(names("if (payment.method === 'test') {", 'test')).to.equal(true)
    expect(names("payment_method: 'test',", 'test')).to.equal(true)
    expect(names('const bank = settings.bank_transfer', 'bank_transfer')).to.equal(true)
    expect(names("const mode = isTest ? 'test' : 'live'", 'test')).to.equal(false)
    expect(names("`${method} in ${isTest ? 'test' : 'live'} mode`", 'test')).to.equal(false)
    expect(names('this method is tested', 'test')).to.equal(false)
  })
})
