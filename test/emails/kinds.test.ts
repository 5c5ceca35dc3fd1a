import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { emailKinds } from '../../common/services/emails/kinds.ts'
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
})
