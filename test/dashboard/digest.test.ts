import { expect } from 'chai'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import type { TransfersWaitingPayload } from '../../common/services/emails/kinds/transfers-waiting.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { onConnection } from '../../db/sql.ts'
import { travelTo } from '../support/due.ts'
import {
  forgetSignIns,
  givenMember,
  MemberBrowser,
  signInEmailsTo,
  stateOf,
} from '../support/given/member.ts'
import { givenTransferShop, type Merchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'

/** Returns the address of the dashboard in the daily email of a shop with a reported transfer; null without one. */
async function addressIn({ projectId }: Merchant): Promise<string | null> {
  const row = await onConnection((sql) =>
    sql.row<{ words: string; is_test: number }>(
      "SELECT words, is_test FROM emails WHERE project_id = ? AND kind = 'transfers_waiting'",
      [projectId],
    ),
  )
  const project = (await cachedProject(projectId))!
  const payload = JSON.parse(row!.words) as TransfersWaitingPayload
  const isTest = row!.is_test === 1
  const { text } = renderEmail('transfers_waiting', payload, { project, locale: 'en', isTest })
  const [, address = null] = /See all payments to check:?\s+(\S+)/.exec(text) ?? []
  return address
}

describe('the daily email about payments to check', () => {
  beforeEach(forgetSignIns)

  it('leads to their page in its mode, through the sign-in and back', async () => {
    setClock(() => new Date('2026-06-01T04:00:00Z'))
    const shop = await givenTransferShop()
    const email = `digest-${shop.projectId}@example.com`
    await givenMember(shop.projectId, email)
    await givenReported(shop)
    await travelTo(shop.projectId, new Date('2026-06-03T12:00:00Z'))
    const { pathname } = new URL((await addressIn(shop))!)
    expect(pathname).to.equal(`/dashboard/${shop.projectId}/test/payments/waiting`)
    const browser = new MemberBrowser()
    const away = await browser.get(pathname)
    const signIn = `/dashboard/sign-in?next=${encodeURIComponent(pathname)}`
    expect(away.headers.location).to.equal(signIn)
    await browser.request(email, `?next=${encodeURIComponent(pathname)}`)
    const { url } = (await signInEmailsTo(email)).at(-1)!
    expect((await browser.press(url, '')).headers.location).to.equal(pathname)
    const shown = await browser.get(pathname)
    expect(stateOf(shown)).to.equal('dashboard_waiting')
    expect(textOf(shown)).to.include('₮25,000')
  })

  it('names no dashboard for a shop without members', async () => {
    setClock(() => new Date('2026-06-01T04:00:00Z'))
    const shop = await givenTransferShop()
    await atomically((tx) =>
      tx.sql.write('DELETE FROM member_projects WHERE project_id = ?', [shop.projectId]),
    )
    await givenReported(shop)
    await travelTo(shop.projectId, new Date('2026-06-03T12:00:00Z'))
    expect(await addressIn(shop)).to.equal(null)
  })
})
