import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { defineEmail } from '../../common/services/emails/define-email.ts'
import { emailKinds } from '../../common/services/emails/kinds.ts'
import { readTemplate } from '../../common/services/text/views.ts'

describe('the kinds of emails', () => {
  const kinds = Object.keys(emailKinds)

  it('use every template', () => {
    const templates = readdirSync('views/emails').filter((name) => name.endsWith('.hbs'))
    expect(templates).to.have.members(Object.values(emailKinds).map(({ template }) => `${template}.hbs`))
  })

  it('cannot be defined without their template', () => {
    const { receipt } = emailKinds
    expect(() => defineEmail({ ...receipt, template: 'recipt' })).to.throw(
      /template of an email is missing: .*recipt/,
    )
    // @ts-expect-error -- a kind without a template does not compile
    expect(() => defineEmail({ ...receipt, template: undefined })).to.throw('template of an email is missing')
  })

  it('are all in the list: a file that defines another kind is not', async () => {
    const defined = await Promise.all(
      readdirSync('common/services/emails/kinds').map(
        async (file) =>
          (await import(`../../common/services/emails/kinds/${file}`)) as Record<string, unknown>,
      ),
    )
    const all = defined.flatMap((file) => Object.values(file)).filter(isDefinition)
    expect(all).to.have.members(Object.values(emailKinds))
  })

  it('are all written somewhere, except one that only releases before 0.2.0 write', () => {
    const sources = readdirSync('common/services', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('emails/kinds'))
      .map((file) => readFileSync(`common/services/${file}`, 'utf8'))
      .join('\n')
    expect(kinds.filter((kind) => !sources.includes(`'${kind}'`))).to.deep.equal(['transfer_due'])
  })

  // Handlebars renders the contents of a block whose partial is missing, without an error.
  for (const form of ['html', 'text'])
    it(`name only partials that exist in emails/${form}`, () => {
      const files = [...templatesIn('emails'), ...templatesIn(`emails/${form}`)]
      const named = files.flatMap((file) =>
        Array.from(readTemplate(file).matchAll(/\{\{#?> *([\w-]+)/g), ([, name]) => name),
      )
      expect(named).to.include.members(['email', 'paragraph', 'facts'])
      expect(named.filter((name) => !existsSync(`views/emails/${form}/${name}.hbs`))).to.deep.equal([])
    })
})

function isDefinition(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'stillTrue' in value
}

function templatesIn(folder: string): string[] {
  return readdirSync(`views/${folder}`)
    .filter((file) => file.endsWith('.hbs'))
    .map((file) => `${folder}/${file.slice(0, -'.hbs'.length)}`)
}
