import { expect } from 'chai'
import { MOST_PER_DAY, nextEmailAt } from '../../common/domain/invoices/email-limit.ts'
import { invoice } from '../../common/domain/invoices/object.ts'
import { DAY, HOUR, later, MINUTE } from '../../common/kit/time.ts'

const NOW = new Date('2026-08-12T11:00:00Z')
const ago = (time: number) => later(NOW, -time)

describe('nextEmailAt', () => {
  const cases: [
    sentAt: Date | null,
    sentTo: string | null,
    latest: Date[],
    next: Date | null,
    why: string,
  ][] = [
    [null, null, [], null, 'it was never sent'],
    [ago(MINUTE), 'saraa@example.com', [], later(NOW, HOUR - MINUTE), 'it was sent a minute ago'],
    [ago(HOUR), 'saraa@example.com', [], null, 'an hour has passed'],
    [ago(MINUTE), 'former@example.com', [], null, 'it was sent to another address'],
    [ago(MINUTE), null, [], null, 'the address was erased'],
    [null, null, Array(MOST_PER_DAY - 1).fill(ago(HOUR)), null, 'one below the most of a day'],
    [null, null, Array(MOST_PER_DAY).fill(ago(HOUR)), later(NOW, DAY - HOUR), 'the most of a day'],
    [null, null, Array(MOST_PER_DAY).fill(ago(DAY)), null, 'a day has passed'],
    [
      ago(MINUTE),
      'saraa@example.com',
      Array(MOST_PER_DAY).fill(ago(DAY - MINUTE)),
      later(NOW, HOUR - MINUTE),
      'the later end counts',
    ],
  ]
  for (const [sentAt, sentTo, latest, next, why] of cases)
    it(`returns ${next?.toISOString() ?? 'null'}: ${why}`, () => {
      const sent = { sent_at: sentAt && sentAt.toISOString(), sent_to: sentTo }
      const shown = invoice.like({ customer_email: 'saraa@example.com', ...sent })
      expect(nextEmailAt(shown, latest, NOW)).to.deep.equal(next)
    })
})
