import { expect } from 'chai'
import { renderEmail } from '../../common/services/emails/render.ts'
import { projectOf } from '../support/given/email.ts'
import { givenMerchant } from '../support/given/merchant.ts'

describe('the email about a disabled endpoint', () => {
  for (const locale of ['en', 'mn'] as const) {
    for (const reason of ['gone', 'failing'] as const) {
      it(`names the endpoint, the reason (${reason}) and the next step, in ${locale}`, async () => {
        const project = await projectOf(await givenMerchant())
        const payload = {
          endpoint: { id: 7, url: 'https://shop.example/hooks?a=<b>' },
          reason,
          since: '2026-08-12T11:04:00.000000Z',
        }
        const { subject, html, text } = renderEmail('endpoint_disabled', payload, {
          project,
          locale,
          isTest: false,
        })
        expect(subject).to.have.length.above(10)
        expect(text).to.include('https://shop.example/hooks?a=<b>')
        expect(html).to.include('&lt;b&gt;').and.not.include('<b>')
        expect(text).to.include(reason === 'gone' ? '410 Gone' : '5 ')
        expect(text).to.include(`/v1/projects/${project.id}/webhook-endpoints/7`)
        expect(text).to.include('{"active":true,"resend_since":"2026-08-12T11:04:00.000000Z"}')
        expect(/[а-яөү]{3}/i.test(text)).to.equal(locale === 'mn')
        expect(text).to.not.match(/undefined|null|\[object|\*\*|NaN/)
      })
    }
  }
})
