import { expect } from 'chai'
import express from 'express'
import request, { type Response } from 'supertest'
import { projectFrame } from '../../api/dashboard/frame.ts'
import { inputOf, projectPage } from '../../api/dashboard/page.ts'
import type { Form } from '../../api/pages/form.ts'
import { pageHeaders } from '../../api/pages/headers.ts'
import { pageErrors } from '../../api/pages/respond.ts'
import { requestId } from '../../api/request-id.ts'
import { DAY, later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { hiddenFields } from '../support/customer.ts'
import {
  forgetSignIns,
  givenMember,
  MemberBrowser,
  signInEmailsTo,
  stateOf,
} from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'

const T0 = new Date('2026-08-12T11:04:00Z')
const at = (milliseconds: number) => setClock(() => later(T0, milliseconds))

/** The forms with which the protected action was run. */
let runs: Form[] = []
/** How often a form was checked before a proof was asked for. */
let checks = 0

const view = (visit: Parameters<typeof inputOf>[0], context: Parameters<typeof inputOf>[1]) => ({
  status: 200,
  template: 'dashboard/denied',
  view: {
    ...projectFrame(inputOf(visit, context), '', { title: 'Secrets', state: 'dashboard_secrets' }),
    ...{ heading: 'Secrets', text: 'The secret is tea.', back: { href: '/', label: 'Back' } },
  },
})

const run = async (_visit: unknown, form: Form) => {
  runs.push(form)
  return {}
}

/** Pages that need a proof: for one button, and for being seen at all. */
const app = express()
  .use(requestId)
  .use('/dashboard', pageHeaders())
  .use(
    projectPage({
      path: '/button',
      needs: 'view',
      actions: {
        save: { needs: 'administer', fresh: true, run },
        checked: {
          ...{ needs: 'administer', fresh: true, run },
          check: (_visit, { name }) => {
            checks += 1
            return name ? null : { errors: { name: 'token_name' } }
          },
        },
        touch: { needs: 'view', run },
      },
      view,
    }),
  )
  .use(projectPage({ path: '/secret', needs: 'administer', fresh: true, view }))
  .use(pageErrors)

let members = 0

/** Signs a member in, whose proof is twenty minutes old. */
async function givenMemberLater(role: 'owner' | 'viewer' = 'owner') {
  at(0)
  const shop = await givenMerchant()
  const email = `prover-${(members += 1)}@example.com`
  await givenMember(shop.projectId, email, role)
  const browser = await MemberBrowser.of(email)
  at(20 * MINUTE)
  const cookie = () => Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  const own = (path: string) => `/dashboard/${shop.projectId}/live${path}`
  const get = (path: string) => request(app).get(own(path)).set('Cookie', cookie())
  const post = (path: string, fields: object) =>
    request(app).post(own(path)).set('Cookie', cookie()).type('form').send(fields)
  const token = async () => {
    const page = await browser.get('/dashboard/sessions')
    return { form_token: hiddenFields(page.text).form_token! }
  }
  const codes = async () => (await signInEmailsTo(email, 'proof_code')).map(({ code }) => code)
  return { email, get, post, token, codes }
}

/** Returns the form of a page that asks for a proof, with a code. */
function withCode(page: Response, code: string) {
  return { ...hiddenFields(page.text), proof_code: code, proof_step: 'check' }
}

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a button that needs a fresh proof', () => {
  beforeEach(() => {
    runs = []
    checks = 0
    return forgetSignIns()
  })
  afterEach(() => {
    setClock()
  })

  it('works at once within ten minutes of signing in, and asks for a code afterwards', async () => {
    const { post, token, codes } = await givenMemberLater()
    at(9 * MINUTE)
    const form = { ...(await token()), action: 'save', name: 'Tea' }
    expect((await post('/button', form)).status).to.equal(303)
    at(10 * MINUTE)
    const asked = await post('/button', form)
    expect([asked.status, stateOf(asked), runs.length]).to.deep.equal([403, 'dashboard_proof', 1])
    expect(await codes()).to.have.length(1)
  })

  it('runs with the typed input once the code is entered, and again without a code', async () => {
    const { post, token, codes } = await givenMemberLater()
    const asked = await post('/button', {
      ...(await token()),
      action: 'save',
      name: 'Green "tea" & <b>',
      sum: '5',
    })
    expect(runs).to.deep.equal([])
    expect(asked.text).to.include('value="Green &quot;tea&quot; &amp; &lt;b&gt;"')
    const typed = { ...withCode(asked, (await codes())[0]!), name: 'Green "tea" & <b>' } // as a browser reads it
    const done = await post('/button', typed)
    expect([done.status, runs.length]).to.deep.equal([303, 1])
    expect(runs[0]).to.include({ action: 'save', name: 'Green "tea" & <b>', sum: '5' })
    at(29 * MINUTE)
    await post('/button', { ...(await token()), action: 'save' })
    expect(runs).to.have.length(2)
  })

  it('asks for no code while the form has errors', async () => {
    const { post, token, codes } = await givenMemberLater()
    const form = { ...(await token()), action: 'checked' }
    const faulty = await post('/button', form)
    expect([faulty.status, stateOf(faulty)]).to.deep.equal([422, 'dashboard_secrets'])
    expect(await codes()).to.have.length(0)
    const asked = await post('/button', { ...form, name: 'Tea' })
    expect([asked.status, stateOf(asked), runs.length]).to.deep.equal([403, 'dashboard_proof', 0])
    expect((await post('/button', withCode(asked, (await codes())[0]!))).status).to.equal(303)
    expect([runs.length, checks]).to.deep.equal([1, 3])
    // With a fresh proof, the action alone checks the form.
    expect((await post('/button', form)).status).to.equal(303)
    expect([runs.length, checks]).to.deep.equal([2, 3])
  })

  it('checks no form of a member who may not send it', async () => {
    const { post, token, codes } = await givenMemberLater('viewer')
    const form = { ...(await token()), action: 'checked' }
    for (const one of [form, { ...form, name: 'Tea' }]) {
      const refused = await post('/button', one)
      expect([refused.status, stateOf(refused)]).to.deep.equal([403, 'dashboard_denied'])
    }
    expect([checks, runs.length, (await codes()).length]).to.deep.equal([0, 0, 0])
  })

  it('does not run with a wrong code, an old one, or one of another session', async () => {
    const { email, post, token, codes } = await givenMemberLater()
    const asked = await post('/button', { ...(await token()), action: 'save', name: 'Tea' })
    const [code] = (await codes()) as [string]
    const wrong = await post('/button', withCode(asked, wrongFor(code)))
    expect(textOf(wrong)).to.include('This is not the code.')
    expect(hiddenFields(wrong.text)).to.include({ action: 'save', name: 'Tea' })

    const other = await MemberBrowser.of(email)
    at(40 * MINUTE)
    const cookie = Array.from(other.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const page = await other.get('/dashboard/sessions')
    const address = asked.request.url.replace(/^.*?(?=\/dashboard)/, '')
    const stolen = await request(app)
      .post(address)
      .set('Cookie', cookie)
      .type('form')
      .send({ ...hiddenFields(page.text), action: 'save', proof_code: code, proof_step: 'check' })
    expect(stateOf(stolen)).to.equal('dashboard_proof')
    expect(textOf(await post('/button', withCode(asked, code)))).to.include('older than 15 minutes')
    expect(runs).to.deep.equal([])
  })

  it('accepts no code after five wrong ones, until another one is requested', async () => {
    const { post, token, codes } = await givenMemberLater()
    const asked = await post('/button', { ...(await token()), action: 'save' })
    const [code] = (await codes()) as [string]
    for (let tries = 0; tries < 5; tries += 1) await post('/button', withCode(asked, wrongFor(code)))
    expect(textOf(await post('/button', withCode(asked, code)))).to.include('Five wrong codes')
    const again = await post('/button', { ...hiddenFields(asked.text), proof_step: 'send' })
    expect((await post('/button', withCode(again, (await codes())[1]!))).status).to.equal(303)
    expect(runs).to.have.length(1)
  })

  it('sends five codes an hour at most, which count apart from sign-ins', async () => {
    const { email, post, token, codes } = await givenMemberLater()
    const form = { ...(await token()), action: 'save' }
    for (let count = 0; count < 5; count += 1) await post('/button', form)
    expect(textOf(await post('/button', form))).to.include('Too many emails')
    expect(await codes()).to.have.length(5)
    expect((await new MemberBrowser().request(email)).headers.location).to.equal('/dashboard/sign-in/code')
  })

  it('refuses the code as a sign-in', async () => {
    const { email, post, token, codes } = await givenMemberLater()
    await post('/button', { ...(await token()), action: 'save' })
    const visitor = new MemberBrowser()
    await visitor.request(email)
    const page = await visitor.press('/dashboard/sign-in/code', '', { code: (await codes())[0]! })
    expect([page.status, textOf(page).includes('This is not the code')]).to.deep.equal([422, true])
  })

  it('sends no code to a member whose role forbids the button, or for a form from elsewhere', async () => {
    const { post, token, codes } = await givenMemberLater('viewer')
    expect(stateOf(await post('/button', { ...(await token()), action: 'save' }))).to.equal(
      'dashboard_denied',
    )
    const owner = await givenMemberLater()
    expect((await owner.post('/button', { action: 'save', form_token: 'x' })).status).to.equal(403)
    expect([...(await codes()), ...(await owner.codes())]).to.deep.equal([])
  })

  it('does not ask for other buttons of the page', async () => {
    const { post, token } = await givenMemberLater()
    expect((await post('/button', { ...(await token()), action: 'touch' })).status).to.equal(303)
    expect(runs).to.have.length(1)
  })
})

describe('a page that needs a fresh proof', () => {
  beforeEach(forgetSignIns)
  afterEach(() => {
    setClock()
  })

  it('sends no code when it is opened, and is shown after the code is entered', async () => {
    const { get, post, codes } = await givenMemberLater()
    const first = await get('/secret')
    expect(textOf(first)).to.include('Email me a code').and.not.include('tea')
    expect(await codes()).to.deep.equal([])
    const asked = await post('/secret', { ...hiddenFields(first.text), proof_step: 'send' })
    const done = await post('/secret', withCode(asked, (await codes())[0]!))
    expect(done.status).to.equal(303)
    expect(textOf(await get('/secret'))).to.include('The secret is tea.')
    at(DAY)
    expect(textOf(await get('/secret'))).not.to.include('The secret is tea.')
  })
})
