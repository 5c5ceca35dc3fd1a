import { expect } from 'chai'
import { render } from '../../api/pages/render.ts'
import { DAY, HOUR, later } from '../../common/kit/time.ts'
import { getMethod, manualMethods, reportedMethods } from '../../common/methods/all.ts'
import type { PaymentAttempt } from '../../common/methods/attempt.ts'
import { MANUAL_SENTENCES, REPORT_SENTENCES } from '../../common/methods/manual.ts'
import { catalogue } from '../../common/services/text/catalogue.ts'
import { languages } from '../../dev/emails/show.ts'
import { manualEmails, manualPages } from '../text/manual-states.ts'

const NOW = new Date('2026-06-01T00:00:00Z')

describe('manual methods', () => {
  for (const name of manualMethods) {
    const { attempt, page, settings } = getMethod(name)
    const manual = attempt.manual!
    const isReported = reportedMethods.includes(name)

    describe(name, () => {
      it('has settings with at least `enabled`, and is offered while that is true', () => {
        const fields = Object.keys(settings.form?.fields ?? {})
        const values = { ...Object.fromEntries(fields.map((field) => [field, 'x'])), enabled: true }
        const offered = (enabled: boolean) =>
          settings.offered({ isTest: false, currency: 'MNT', values: { ...values, enabled } })
        expect(settings.form).to.not.equal(null)
        expect([offered(true), offered(false)]).to.deep.equal([true, false])
      })

      it(`shows ${isReported ? 'a page on which the customer reports the payment' : 'no page of its own because it is pending at once'}`, () => {
        expect(manual.report !== null).to.equal(isReported)
        expect(page.started(null).page).to.equal(isReported ? 'report' : 'processing')
      })

      it('lapses if it is not reported, and reminds the merchant from a day before the end, for 14 days', () => {
        const { expiresAt = null, status } = attempt.begin({ values: { enabled: true }, form: {}, now: NOW })
        const payment: PaymentAttempt = { status, amount: 1, details: null, createdAt: NOW, expiresAt }
        const due = isReported ? { step: 'give_up', at: later(NOW, manual.report!.within) } : null
        expect(attempt.next(payment, NOW)).to.deep.equal(due)

        const end = later(NOW, manual.decidedWithin)
        const pending = { ...payment, status: 'pending', expiresAt: end } as const
        const first = later(end, -DAY)
        expect(attempt.next(pending, NOW)).to.deep.equal({ step: 'remind_merchant', at: first })
        expect(attempt.next(pending, first)).to.deep.equal({ step: 'remind_merchant', at: end })
        expect(attempt.next(pending, later(end, 12 * DAY + HOUR))?.at).to.deep.equal(later(end, 13 * DAY))
        expect(attempt.next(pending, later(end, 13 * DAY))).to.equal(null)
      })

      for (const locale of languages) {
        it(`uses all of its own sentences on pages and in emails, in ${locale}`, () => {
          const asked = new Set<string>()
          const known = catalogue[locale]
          catalogue[locale] = new Proxy(known, {
            get: (entries, key: string) => {
              asked.add(key)
              return Reflect.get(entries, key)
            },
          })
          try {
            for (const { template, view } of manualPages(name, locale)) render(template, view)
            for (const { subject, text, html } of manualEmails(name, locale))
              expect([subject, text, html]).to.not.include('')
          } finally {
            catalogue[locale] = known
          }
          const own = [...MANUAL_SENTENCES, ...(isReported ? REPORT_SENTENCES : [])]
          const all = own.map((sentence) => manual.sentence(sentence))
          expect(all.filter((key) => !asked.has(key))).to.deep.equal([])
          expect([...asked].filter((key) => !Object.hasOwn(known, key))).to.deep.equal([])
        })
      }
    })
  }
})
