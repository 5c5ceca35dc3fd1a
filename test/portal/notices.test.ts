import { expect } from 'chai'
import { cardOf } from '../../api/pages/portal/card.ts'
import { type Locale, withPlainSpaces } from '../../common/kit/format.ts'
import { entries, portalPage } from './fixtures.ts'

const END = '12 Sept 2026'
const CHECKED =
  'checks it, usually within a day. Until then your access stays open, and there is nothing more to pay.'
const TRANSFER = `You reported a payment of ₮25,000 with reference 482913 on 19 Aug 2026, 19:04 (Ulaanbaatar time). Номын өлгий ${CHECKED}`
const CONTINUES =
  'If Номын өлгий confirms it, your subscription continues, and you can cancel it again. Otherwise it stays canceled.'
const ENDED = 'Ended on 12 Aug 2026'

const cards = (locale: Locale, hasPlans: boolean) => (name: string) =>
  cardOf(entries[name]!, { ...portalPage(locale), hasPlans })

describe('the portal card of a subscription', () => {
  const rows: [name: string, status: string, next: string[], choices: string][] = [
    ['active', `Active until ${END}`, [`Renew by ${END} to keep your access.`], 'Renew, Change plan, Cancel'],
    [
      'scheduled',
      `Active until ${END}`,
      [
        `Renew by ${END} to keep your access.`,
        `From the next renewal on, after ${END}: Оюутан, ₮9,900 a month.`,
      ],
      'Renew, Change plan, Stay on the current plan, Cancel',
    ],
    [
      'canceled',
      `Canceled, ends on ${END}`,
      [`Your access stays open until the end of ${END}. You have nothing more to pay.`],
      'Keep my subscription, Renew, Change plan',
    ],
    [
      'scheduled-canceled',
      `Canceled, ends on ${END}`,
      [
        `Your access stays open until the end of ${END}. You have nothing more to pay.`,
        `If you keep it, the next renewal, after ${END}, is: Кино, гэр бүл, ₮45,000 per 3 years.`,
      ],
      'Keep my subscription, Renew, Change plan',
    ],
    ['waiting', 'Payment being checked', [TRANSFER], 'See the payment, Cancel'],
    [
      'waiting-over',
      'Payment being checked',
      [`You reported a payment of ₮25,000. Номын өлгий ${CHECKED}`],
      'See the payment, Cancel',
    ],
    [
      'waiting-canceled',
      'Payment being checked',
      [TRANSFER, CONTINUES],
      'See the payment, Keep my subscription',
    ],
    [
      'trial',
      `Free trial until ${END}`,
      [`To keep it after the trial, pay by ${END}. The paid period follows the free days.`],
      'Keep it after the trial, Change plan, Cancel',
    ],
    [
      'trial-canceled',
      `Canceled, free until ${END}`,
      [`It stays free until the end of ${END}, and then it ends. You have nothing to pay.`],
      'Keep my subscription, Keep it after the trial, Change plan',
    ],
    [
      'overdue',
      'Overdue: access until 21 Aug 2026',
      ['It was paid until 16 Aug 2026. Pay now, and your access continues without a gap.'],
      'Pay now, Change plan, Cancel',
    ],
    ['ended-requested', ENDED, ['You canceled it.'], 'Subscribe again, Choose another plan'],
    ['ended-unpaid', ENDED, ['It was not renewed in time.'], 'Subscribe again, Choose another plan'],
    [
      'ended-trial',
      ENDED,
      ['The free trial ended, and nothing was paid.'],
      'Subscribe again, Choose another plan',
    ],
    ['ended-at-once', ENDED, ['It was ended early.'], 'Subscribe again, Choose another plan'],
    [
      'ended-held',
      ENDED,
      ['You canceled it.', 'You have subscribed to it again: see your subscriptions.'],
      '',
    ],
    [
      'unsold',
      ENDED,
      ['It was not renewed in time.', 'This plan is no longer sold. You can choose another one.'],
      'Subscribe again',
    ],
  ]
  for (const [name, status, next, choices] of rows) {
    it(`shows the status, the next dates and the actions if it is ${name}`, () => {
      const card = cards('en', true)(name)
      expect([card.status, ...card.next].map(withPlainSpaces)).to.deep.equal([status, ...next])
      const all = [card.primary, ...card.others].flatMap((choice) => choice?.label ?? [])
      expect(all.join(', ')).to.equal(choices)
    })
  }

  it('has no link to other plans if there are no other plans', () => {
    for (const name of Object.keys(entries)) {
      const card = cards('en', false)(name)
      const all = [card.primary, ...card.others].flatMap((choice) => choice?.href ?? [])
      expect(
        all.filter((href) => href.includes('/plans')),
        name,
      ).to.deep.equal([])
    }
    expect(cards('en', false)('unsold').next).to.include(
      'This plan is no longer sold. To subscribe again, please contact Номын өлгий.',
    )
  })

  it('shows the end of a running subscription once, the paid days if they are over or in question, and none after the end', () => {
    const periods = (name: string) =>
      cards('en', true)(name).facts.filter(({ text }) => text.includes(' to '))
    for (const name of ['active', 'trial', 'canceled', 'trial-canceled'])
      expect(periods(name), name).to.have.length(0)
    for (const name of ['waiting-over', 'overdue']) expect(periods(name), name).to.have.length(1)
    expect(cards('en', true)('ended-unpaid').facts, 'compact').to.deep.equal([])
  })

  it('shows a reported payment in amber, also if the subscription is active, canceled or overdue', () => {
    const waiting = Object.keys(entries).filter((name) => entries[name]!.waiting)
    expect(waiting).to.include.members(['waiting', 'waiting-canceled', 'overdue-last-day'])
    for (const name of waiting)
      expect(cards('en', true)(name), name).to.include({ status: 'Payment being checked', tone: 'pending' })
  })

  it('shows dates in the time zone of the merchant, in Mongolian too', () => {
    const card = cards('mn', true)('active')
    expect(card.status).to.equal('Идэвхтэй: 2026.09.12 хүртэл')
    expect(cards('mn', true)('waiting').facts[1]!.text).to.equal('2026.08.12 – 2026.09.12')
  })
})
