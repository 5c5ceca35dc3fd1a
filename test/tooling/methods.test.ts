import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { methods } from '../../common/methods/all.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'

const HOME = 'common/methods/'
const PARTS = ['attempt.ts', 'method.ts', 'page.ts', 'settings.ts']

/** Whether a line of code tells the method `name` from others. A name that is a word of English may stand elsewhere. */
function names(line: string, name: string): boolean {
  const told = line.replaceAll("isTest ? 'test' : 'live'", '') // a mode, whatever else the line speaks of
  const quoted = new RegExp(`(['"\`])${name}\\1`).test(told)
  return name.includes('_') ? line.includes(name) : quoted && /method/i.test(line)
}

/** Every line outside the methods' folders that names one of them. */
function linesNaming(name: string): string[] {
  const files = ['api', 'cli', 'common', 'db', 'views', 'worker'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  return files
    .filter((file) => /\.(ts|hbs|js|css)$/.test(file) && !file.startsWith(HOME))
    .filter((file) => !file.startsWith('db/migrations/'))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => names(line, name))
        .map((line) => `${file}: ${line.trim()}`),
    )
}

describe('a way to pay', () => {
  const folders = readdirSync(HOME, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

  it('is a folder on the list, and no folder is off it', () => {
    expect(folders.map((folder) => folder.replaceAll('-', '_'))).to.have.members(
      methods.map(({ name }) => name),
    )
  })

  for (const { name, page } of methods) {
    const folder = HOME + name.replaceAll('_', '-')

    it(`has the same files as every other: ${name}`, () => {
      const isAsked = findGateway(name) !== null
      // `units.ts`: how its provider counts, which both its settings and its gateway need to know.
      const isExtra = (file: string) => /^(gateway(\.ts)?|units\.ts)$/.test(file)
      expect(readdirSync(folder).filter((file) => !isExtra(file))).to.have.members(PARTS)
      expect(existsSync(`${folder}/gateway.ts`)).to.equal(isAsked)
      // What only the gateway is made of stands in a folder beside it.
      if (!isAsked) expect(existsSync(`${folder}/gateway`)).to.equal(false)
      expect(existsSync(`views/${page.icon}.hbs`), page.icon).to.equal(true)
    })

    it(`is named by nothing outside its folder: ${name}`, () => {
      expect(linesNaming(name)).to.deep.equal([])
      if (page.choice) expect(linesNaming(page.choice.field)).to.deep.equal([])
    })
  }

  it('has for every failure that its documentation lists a test of that name', () => {
    const tests = readdirSync('test/payments', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(`test/payments/${file}`, 'utf8'))
      .join('')
    // Those of Stripe are put together from several titles: see failures-tried.test.ts.
    const [before = ''] = readFileSync('docs/payment-methods.md', 'utf8').split(/^## Stripe/m)
    const listed = Array.from(before.matchAll(/^\|.*\| `([^`|]+)` +\|$/gm), ([, title = '']) => title)
    expect(listed.length).to.be.greaterThan(20)
    for (const title of listed) expect(tests.includes(`'${title}'`), title).to.equal(true)
  })

  it('is told from a word that happens to be its name', () => {
    expect(names("if (payment.method === 'test') {", 'test')).to.equal(true)
    expect(names("payment_method: 'test',", 'test')).to.equal(true)
    expect(names('const bank = settings.bank_transfer', 'bank_transfer')).to.equal(true)
    expect(names("const mode = isTest ? 'test' : 'live'", 'test')).to.equal(false)
    expect(names("`${method} in ${isTest ? 'test' : 'live'} mode`", 'test')).to.equal(false)
    expect(names('this method is tested', 'test')).to.equal(false)
  })
})
