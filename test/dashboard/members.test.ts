import { expect } from 'chai'
import type { Response } from 'supertest'
import { Refusal } from '../../common/kit/refusal.ts'
import { later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { addMember, changeRole } from '../../common/services/members/add.ts'
import { removeMember } from '../../common/services/members/remove.ts'
import { onConnection } from '../../db/sql.ts'
import { tolbor } from '../cli/tolbor.ts'
import { hiddenFields } from '../support/customer.ts'
import {
  forgetSignIns,
  givenMember,
  MemberBrowser,
  signInEmailsTo,
  stateOf,
} from '../support/given/member.ts'
import { BANK_ACCOUNT, givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'

let people = 0
const nextEmail = () => `member-${(people += 1)}@example.com`

/** Creates a shop with an owner who is signed in. */
async function givenOwner() {
  const shop = await givenMerchant()
  const email = nextEmail()
  const id = await givenMember(shop.projectId, email)
  const browser = await MemberBrowser.of(email)
  const home = `/dashboard/${shop.projectId}/live`
  return { shop, email, id, browser, home, members: `${home}/members` }
}

function members(projectId: number): Promise<{ email: string; role: string; id: number }[]> {
  return tolbor('member', 'list', '--project', String(projectId))
}

interface Notice {
  recipient: string
  payload: Record<string, unknown>
}

async function notices(projectId: number, kind: string): Promise<Notice[]> {
  const rows = await onConnection((sql) =>
    sql.rows<{ recipient: string; words: string }>(
      'SELECT recipient, words FROM emails WHERE project_id = ? AND kind = ? ORDER BY id',
      [projectId, kind],
    ),
  )
  return rows.map(({ recipient, words }) => ({ recipient, payload: JSON.parse(words) }))
}

/** Presses a button of a form, with the token of the page at the same address. */
async function save(browser: MemberBrowser, page: string, fields: object): Promise<Response> {
  return browser.post(page, { ...hiddenFields((await browser.get(page)).text), ...fields })
}

describe('members in the dashboard', () => {
  beforeEach(forgetSignIns)

  it('are listed with a mark on the one who reads the list', async () => {
    const { shop, browser, email, members: list } = await givenOwner()
    const other = nextEmail()
    await givenMember(shop.projectId, other)
    const rows = (await browser.get(list)).text.split('<tr').filter((row) => row.includes('This is you'))
    expect(rows).to.have.length(1)
    expect(rows[0]).to.include(email.split('@')[0]).and.not.include(other.split('@')[0])
  })

  it('are saved as a file by owners, in which no name is a formula', async () => {
    const { shop, browser, members: page, email } = await givenOwner()
    const staff = nextEmail()
    await atomically((tx) => addMember(tx, shop.projectId, { email: staff, role: 'staff', name: '=1+1' }))
    expect((await browser.get(page)).text).to.include(`href="${page}.csv"`)
    const [headings, ...lines] = (await browser.get(`${page}.csv`)).text.trimEnd().split('\r\n')
    expect(headings).to.match(/^\uFEFFid,created_at \(.*\),email,name,role$/)
    expect(lines).to.have.length(2)
    expect(lines.join('\n')).to.include(`${email},,owner`).and.include(`${staff},'=1+1,staff`)
    const others = await MemberBrowser.of(staff)
    expect((await others.get(`${page}.csv`)).status).to.equal(403)
  })
  afterEach(() => {
    setClock()
  })

  it('are listed, added, given another role, and removed by an owner', async () => {
    const { shop, browser, members: page, email } = await givenOwner()
    const added = nextEmail()
    const form = { email: added.toUpperCase(), name: 'Saraa', role: 'viewer', action: 'save' }
    const saved = await save(browser, `${page}/new`, form)
    expect([saved.status, saved.headers.location]).to.deep.equal([303, page])
    expect(textOf(await browser.get(page)))
      .to.include(added)
      .and.include('Saraa')
      .and.include('Viewer')
    const { id } = (await members(shop.projectId))[1]!
    await save(browser, `${page}/${id}`, { action: 'change_role', role: 'staff' })
    expect((await members(shop.projectId)).map(({ role }) => role)).to.deep.equal(['owner', 'staff'])
    expect((await browser.get(`${page}/${id}`)).text).to.include(
      'class="primary danger" name="action" value="remove"',
    )
    await save(browser, `${page}/${id}`, { action: 'remove' })
    expect(textOf(await browser.get(`${page}/${id}`)))
      .to.include('This shop has no such member.')
      .and.not.include('belong to')
    expect((await members(shop.projectId)).map((one) => one.email)).to.deep.equal([email])
    const { body } = await shop.live.get('/audit-log?object=member&actor=member').expect(200)
    expect(
      (body.data as { operation: string; change: string }[]).map((one) => `${one.operation} ${one.change}`),
    ).to.deep.equal([
      'dashboard/members.remove deleted',
      'dashboard/members.change_role updated',
      'dashboard/members/new.save created',
    ])
  })

  it('are marked until they have signed in, for as long as their sessions are known', async () => {
    const { shop, browser, members: page, email } = await givenOwner()
    const added = nextEmail()
    expect(textOf(await browser.get(`${page}/new`))).to.include('A role holds for live and test mode.')
    await save(browser, `${page}/new`, { email: added, name: '', role: 'viewer', action: 'save' })
    const { id } = (await members(shop.projectId))[1]!
    const marked = async () => (await browser.get(page)).text.split('Has not signed in yet').length - 1
    expect(await marked(), `not ${email}`).to.equal(1)
    expect(textOf(await browser.get(`${page}/${id}`))).to.include('Has not signed in yet')
    await onConnection((sql) =>
      sql.run('UPDATE member_projects SET created_at = created_at - INTERVAL 61 DAY WHERE member_id = ?', [
        id,
      ]),
    )
    expect(await marked(), 'the sessions of that time are deleted').to.equal(0)
    await onConnection((sql) =>
      sql.run('UPDATE member_projects SET created_at = created_at + INTERVAL 61 DAY WHERE member_id = ?', [
        id,
      ]),
    )
    await MemberBrowser.of(added)
    expect(await marked()).to.equal(0)
  })

  it('cannot be added with a wrong address, or twice; the typed values stay', async () => {
    const { shop, browser, members: page, email } = await givenOwner()
    const wrong = await save(browser, `${page}/new`, {
      email: 'saraa@',
      name: 'Saraa',
      role: 'staff',
      action: 'save',
    })
    expect(wrong.status).to.equal(422)
    expect(wrong.text).to.include('value="saraa@"').and.include('value="Saraa"')
    const king = await save(browser, `${page}/new`, {
      email: 'king@example.com',
      role: 'king',
      action: 'save',
    })
    expect([king.status, textOf(king).includes('Choose one of the list.')]).to.deep.equal([422, true])
    const known = await save(browser, `${page}/new`, { email, role: 'viewer', action: 'save' })
    expect(textOf(known)).to.include('is a member already')
    expect((await members(shop.projectId)).map(({ role }) => role)).to.deep.equal(['owner'])
  })

  it('keep the last owner, who can be neither demoted nor removed', async () => {
    const { shop, browser, members: page, id } = await givenOwner()
    for (const fields of [{ action: 'remove' }, { action: 'change_role', role: 'viewer' }])
      expect(textOf(await save(browser, `${page}/${id}`, fields))).to.include('This is the last owner.')
    expect((await members(shop.projectId)).map(({ role }) => role)).to.deep.equal(['owner'])
  })

  it('keep one owner when two demote each other at the same moment', async () => {
    const { shop, browser, members: page, id } = await givenOwner()
    const second = nextEmail()
    const secondId = await givenMember(shop.projectId, second)
    const other = await MemberBrowser.of(second)
    await Promise.all([
      save(browser, `${page}/${secondId}`, { action: 'change_role', role: 'staff' }),
      save(other, `${page}/${id}`, { action: 'change_role', role: 'staff' }),
    ])
    expect((await members(shop.projectId)).filter(({ role }) => role === 'owner')).to.have.length(1)
  })

  it('are not brought back by a new role, when another owner has removed them meanwhile', async () => {
    const { shop, email } = await givenOwner()
    const id = await givenMember(shop.projectId, nextEmail())
    await atomically((tx) => removeMember(tx, shop.projectId, id))
    const late = await atomically((tx) => changeRole(tx, shop.projectId, id, 'staff')).catch(
      (error: unknown) => error,
    )
    expect(late).to.be.instanceOf(Refusal).and.have.property('code', 'not_found')
    expect((await members(shop.projectId)).map((one) => one.email)).to.deep.equal([email])
  })

  it('say what a form lacks before they ask for a proof', async () => {
    setClock(() => later(new Date(), -20 * MINUTE))
    const { browser, members: page, email } = await givenOwner()
    setClock()
    const asked = await save(browser, `${page}/new`, { email: '', role: 'staff', action: 'save' })
    expect([asked.status, stateOf(asked)]).to.deep.equal([422, 'dashboard_member_form'])
    expect(textOf(asked)).to.include('email address')
    expect(await signInEmailsTo(email, 'proof_code')).to.have.length(0)
  })

  it('need a fresh proof, which leads back to the pressed button', async () => {
    setClock(() => later(new Date(), -20 * MINUTE))
    const { shop, browser, members: page, email } = await givenOwner()
    setClock()
    const added = nextEmail()
    const asked = await save(browser, `${page}/new`, { email: added, role: 'staff', action: 'save' })
    expect([asked.status, stateOf(asked)]).to.deep.equal([403, 'dashboard_proof'])
    expect(await members(shop.projectId)).to.have.length(1)
    const [{ code } = { code: '' }] = await signInEmailsTo(email, 'proof_code')
    const proof = { ...hiddenFields(asked.text), proof_code: code, proof_step: 'check' }
    expect((await browser.post(`${page}/new`, proof)).headers.location).to.equal(page)
    expect((await members(shop.projectId)).map((one) => one.email)).to.include(added)
  })

  it('are seen by owners only', async () => {
    const { shop, members: page } = await givenOwner()
    for (const role of ['staff', 'viewer'] as const) {
      const email = nextEmail()
      const id = await givenMember(shop.projectId, email, role)
      const browser = await MemberBrowser.of(email)
      for (const path of [page, `${page}/new`, `${page}/${id}`, page.replace('members', 'audit-log')])
        expect([(await browser.get(path)).status, path]).to.deep.equal([403, path])
      expect((await browser.get(page.replace('/members', ''))).text).not.to.include(`href="${page}"`)
      const token = hiddenFields((await browser.get('/dashboard/sessions')).text)
      const pressed = await browser.post(`${page}/${id}`, { ...token, action: 'change_role', role: 'owner' })
      expect(stateOf(pressed)).to.equal('dashboard_denied')
    }
    expect((await members(shop.projectId)).map(({ role }) => role)).to.deep.equal([
      'owner',
      'staff',
      'viewer',
    ])
  })

  it('are not shown to owners of another shop', async () => {
    const { id, members: page } = await givenOwner()
    const stranger = await givenOwner()
    expect((await stranger.browser.get(`${page}/${id}`)).status).to.equal(404)
    expect((await stranger.browser.get(`${stranger.members}/${id}`)).status).to.equal(404)
  })

  it('lose access within two seconds, also on an open page', async () => {
    const { shop, browser, members: page } = await givenOwner()
    const email = nextEmail()
    const id = await givenMember(shop.projectId, email)
    const open = await MemberBrowser.of(email)
    const form = hiddenFields((await open.get(`${page}/new`)).text)
    await save(browser, `${page}/${id}`, { action: 'remove' })
    const removed = performance.now()
    const pressed = await open.post(`${page}/new`, {
      ...form,
      email: nextEmail(),
      role: 'owner',
      action: 'save',
    })
    expect(stateOf(pressed)).to.equal('dashboard_removed')
    expect(textOf(pressed)).to.include('Your access to the dashboard has ended.')
    expect((await open.get(page)).headers.location).to.include('/dashboard/sign-in')
    expect(performance.now() - removed).to.be.below(2 * SECOND)
    expect(await members(shop.projectId)).to.have.length(1)
  })

  it('are changed by our own forms only', async () => {
    const { shop, browser, members: page } = await givenOwner()
    const fields = { email: nextEmail(), role: 'owner', action: 'save' }
    expect((await browser.post(`${page}/new`, { ...fields, form_token: 'guessed' })).status).to.equal(403)
    const form = hiddenFields((await browser.get(`${page}/new`)).text)
    const elsewhere = await browser.post(
      `${page}/new`,
      { ...form, ...fields },
      { 'Sec-Fetch-Site': 'cross-site' },
    )
    expect(elsewhere.status).to.equal(403)
    const forwarded = await new MemberBrowser().get(page)
    expect(forwarded.headers.location).to.include('/dashboard/sign-in?next=')
    expect(await members(shop.projectId)).to.have.length(1)
  })
})

describe('a new member', () => {
  beforeEach(forgetSignIns)

  it('gets one email with the address of the dashboard', async () => {
    const { shop, email, browser, members: page } = await givenOwner()
    const added = nextEmail()
    for (const role of ['viewer', 'staff']) await browser.press(`${page}/new`, 'save', { email: added, role })
    const sent = await notices(shop.projectId, 'member_invited')
    expect(sent.map(({ recipient, payload }) => [recipient, payload.role, payload.actor_name])).to.deep.equal(
      [[added, 'viewer', email]],
    )
  })
})

describe('owners get an email', () => {
  beforeEach(forgetSignIns)

  it('when a member is added or becomes an owner: who, when, from where', async () => {
    const { shop, email, browser, members: page } = await givenOwner()
    const [second, added] = [nextEmail(), nextEmail()]
    await givenMember(shop.projectId, second, 'staff')
    await save(browser, `${page}/new`, { email: added, role: 'viewer', action: 'save' })
    const { id } = (await members(shop.projectId)).find((one) => one.email === second)!
    await save(browser, `${page}/${id}`, { action: 'change_role', role: 'viewer' })
    await save(browser, `${page}/${id}`, { action: 'change_role', role: 'owner' })
    const sent = await notices(shop.projectId, 'member_added')
    expect(sent.map(({ recipient, payload }) => [recipient, payload.member, payload.role])).to.deep.equal([
      [email, second, 'staff'],
      [email, added, 'viewer'],
      [email, second, 'owner'],
    ])
    expect(sent[1]!.payload).to.include({ actor: 'member', actor_name: email, ip_address: '127.0.0.1' })
  })

  it('when a member is added on the command line', async () => {
    const { shop, email } = await givenOwner()
    await tolbor('member', 'add', nextEmail(), '--project', String(shop.projectId))
    const [{ recipient, payload } = { recipient: '', payload: {} }] = await notices(
      shop.projectId,
      'member_added',
    )
    expect([recipient, payload.actor, payload.ip_address]).to.deep.equal([email, 'cli', null])
  })

  it('when the bank details change, by API and by command, but not when they stay the same', async () => {
    const { shop, email } = await givenOwner()
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT }, name: 'Tea' }).expect(200)
    await tolbor('project', 'update', String(shop.projectId), '--account-number', '4009999999')
    const sent = await notices(shop.projectId, 'bank_details_changed')
    expect(sent.map(({ recipient, payload }) => [recipient, payload.actor])).to.deep.equal([
      [email, 'token'],
      [email, 'cli'],
    ])
    expect(sent[1]!.payload.account).to.deep.include({ bank_name: 'Khan Bank', account_number: '4009999999' })
  })
})

describe('the audit log in the dashboard', () => {
  beforeEach(forgetSignIns)

  it('says in sentences who changed what, with the names of both, and from where', async () => {
    const { shop, browser, home, email, members: page } = await givenOwner()
    await save(browser, `${page}/new`, { email: nextEmail(), role: 'viewer', action: 'save' })
    await shop.live.post('/products', { name: 'Tea' }).expect(201)
    const log = await browser.get(`${home}/audit-log`)
    expect(textOf(log))
      .to.match(new RegExp(`${email} added member-\\S+ as a viewer`))
      .and.include('A program with the API token …')
      .and.include('created the product Tea')
      .and.include('127.0.0.1')
      .and.include('createProduct')
    const filtered = textOf(await browser.get(`${home}/audit-log?object=product`))
    expect(filtered).to.include('createProduct').and.not.include('dashboard/members')
  })

  it('shows which settings changed, with both values', async () => {
    const { shop, browser, home, email } = await givenOwner()
    const bank = { enabled: true, bank_name: 'Khan Bank', account_holder: 'Shop LLC' }
    for (const account_number of ['5001', '5002'])
      await shop.patch('', { payment_methods: { bank_transfer: { ...bank, account_number } } }).expect(200)
    const log = textOf(await browser.get(`${home}/audit-log?object=project`))
    expect(log).to.include('changed the bank account').and.include('Account number: 5001 → 5002')
    expect(log).not.to.include(`${email} changed`)
  })
})
