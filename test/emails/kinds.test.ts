import { existsSync, readdirSync } from 'node:fs'
import { expect } from 'chai'
import { emailKinds } from '../../common/services/emails/kinds.ts'
import { readTemplate } from '../../common/services/text/views.ts'
import { sampleEmails } from '../../dev/emails/samples.ts'

describe('the kinds of emails', () => {
  const kinds = Object.keys(emailKinds)

  it('have one template each, and there are no other templates', () => {
    const templates = readdirSync('views/emails').filter((name) => name.endsWith('.hbs'))
    expect(templates).to.have.members(kinds.map((kind) => `${kind}.hbs`))
  })

  it('are all in the preview of emails', () => {
    const shown = Object.values(sampleEmails).map((sample) => sample('en').kind)
    expect([...new Set(shown)]).to.have.members(kinds)
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

function templatesIn(folder: string): string[] {
  return readdirSync(`views/${folder}`)
    .filter((file) => file.endsWith('.hbs'))
    .map((file) => `${folder}/${file.slice(0, -'.hbs'.length)}`)
}
