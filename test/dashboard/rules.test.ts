import { expect } from 'chai'
import { sectionOf, sectionsFor } from '../../api/dashboard/nav.ts'
import { paymentStatus } from '../../api/dashboard/payments/view.ts'
import { may, type Permission, type Role, ROLES } from '../../common/domain/members/role.ts'
import { deviceOf, sessionState } from '../../common/domain/members/session.ts'
import { readGoal, signInState } from '../../common/domain/members/sign-in.ts'
import type { PaymentObject } from '../../common/domain/payments/object.ts'
import { DAY, later } from '../../common/kit/time.ts'
import { translate } from '../../common/services/text/translate.ts'

const NOW = new Date('2026-08-12T11:04:00Z')

describe('the permissions of a role', () => {
  const cases: [Permission, Role[]][] = [
    ['view', ['owner', 'staff', 'viewer']],
    ['operate', ['owner', 'staff']],
    ['refund', ['owner']],
    ['administer', ['owner']],
  ]
  for (const [permission, roles] of cases)
    it(`allow ${permission} to ${roles.join(', ')} only`, () => {
      expect(ROLES.filter((role) => may(role, permission))).to.deep.equal(roles)
    })
})

describe('the navigation', () => {
  it('has only the sections that the role may see', () => {
    for (const role of ROLES)
      for (const { needs } of sectionsFor(role)) expect(may(role, needs), role).to.equal(true)
    expect(sectionsFor('owner').length).to.be.at.least(sectionsFor('viewer').length)
  })

  it('marks the section of a page by the longest path', () => {
    const cases = { '': '', '/unknown': '', '/payments': '/payments', '/payments/:id': '/payments' }
    for (const [path, section] of Object.entries(cases)) expect(sectionOf(path).path, path).to.equal(section)
    expect(sectionOf('/payments/waiting').path).to.equal('/payments/waiting')
  })
})

describe('sessionState', () => {
  const usual = { ended_at: null, expires_at: later(NOW, 1), last_used_at: NOW }
  const cases: [change: Partial<typeof usual> | { ended_at: Date }, projects: number, state: string][] = [
    [{}, 1, 'open'],
    [{}, 0, 'removed'],
    [{ ended_at: NOW }, 0, 'removed'],
    [{ ended_at: NOW }, 1, 'signed_out'],
    [{ expires_at: NOW }, 1, 'expired'],
    [{ last_used_at: later(NOW, -7 * DAY) }, 1, 'expired'],
    [{ last_used_at: later(NOW, 1 - 7 * DAY) }, 1, 'open'],
  ]
  for (const [change, projects, state] of cases)
    it(`is ${state} with ${projects} projects and ${JSON.stringify(change)}`, () => {
      expect(sessionState({ ...usual, ...change }, projects, NOW)).to.equal(state)
    })
})

describe('signInState', () => {
  const usual = { usedAt: null as Date | null, expiresAt: later(NOW, 1), tries: 4 }
  const cases: [change: Partial<typeof usual>, state: string][] = [
    [{}, 'open'],
    [{ expiresAt: NOW }, 'expired'],
    [{ tries: 5 }, 'guessed'],
    [{ usedAt: NOW, tries: 5 }, 'used'],
  ]
  for (const [change, state] of cases)
    it(`is ${state} with ${JSON.stringify(change)}`, () => {
      expect(signInState({ ...usual, ...change }, NOW)).to.equal(state)
    })
})

describe('readGoal', () => {
  it('accepts pages of the dashboard only', () => {
    for (const path of ['/dashboard', '/dashboard/1/test/payments', '/dashboard/1/test?x=y'])
      expect(readGoal(path), path).to.equal(path)
    for (const path of [
      undefined,
      '/',
      '//x',
      '/dashboard/../x',
      '/dashboardx',
      '/dashboardx?y=/dashboard',
      'https://x/',
    ])
      expect(readGoal(path), path).to.equal(null)
  })
})

describe('deviceOf', () => {
  const cases: [userAgent: string, device: string | null][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
      'Chrome, Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox, macOS'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    ['curl/8.9.1', null],
    ['', null],
  ]
  for (const [userAgent, device] of cases)
    it(`returns ${device ?? 'null'} for ${userAgent.slice(0, 40)}`, () => {
      expect(deviceOf(userAgent)).to.equal(device)
    })
})

describe('the status of a payment in the dashboard', () => {
  const status = (given: 'failed' | 'canceled', why: PaymentObject['failure_code']) =>
    paymentStatus({ status: given, amount_refunded: 0, failure_code: why }, translate('en'))

  it('marks a failure as one, unlike the end of a payment that the customer gave up', () => {
    expect(status('failed', 'declined')).to.deep.equal({ text: 'Failed', tone: 'bad' })
    expect(status('canceled', 'lapsed').tone).to.equal('neutral')
  })

  it('says that the shop rejected it, not that it failed', () => {
    expect(status('failed', 'rejected')).to.deep.equal({ text: 'Rejected', tone: 'bad' })
  })
})
