import { expect } from 'chai'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { later, MINUTE } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { config } from '../../common/runtime/config.ts'
import { listMembers } from '../../common/services/members/list.ts'
import { removeMember } from '../../common/services/members/remove.ts'
import { onConnection } from '../../db/sql.ts'
import { launchBrowser } from '../support/browser.ts'
import { forgetSignIns, givenMember, MemberBrowser, signInEmailsTo } from '../support/given/member.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { serveApp } from '../support/serve.ts'

let members = 0

interface Attested {
  clientDataJSON: string
  attestationObject: string
}

interface Form extends Record<string, string> {
  passkey: string
}

function base64url(text: string, encoding: BufferEncoding = 'utf8'): string {
  return Buffer.from(text, encoding).toString('base64url')
}

describe('passkeys, in a browser', () => {
  let browser: Browser
  let close: () => void

  before(async () => {
    close = await serveApp()
    config().baseUrl = config().baseUrl.replace('127.0.0.1', 'localhost') // browsers allow no passkeys for an IP address
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    close()
  })
  beforeEach(forgetSignIns)
  afterEach(() => {
    setClock()
  })

  /** Opens a browser with a device for passkeys, in which a new owner is signed in. */
  async function givenDevice() {
    const shop = await givenMerchant()
    const email = `passkey-${(members += 1)}@example.com`
    const id = await givenMember(shop.projectId, email)
    const context = await browser.newContext({ baseURL: config().baseUrl })
    await signIn(context, email)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    })
    return { shop, email, id, context, page, home: `/dashboard/${shop.projectId}/live` }
  }

  async function signIn(context: BrowserContext, email: string): Promise<void> {
    await context.clearCookies()
    const { cookies } = await MemberBrowser.of(email)
    await context.addCookies(Array.from(cookies, ([name, value]) => ({ name, value, url: config().baseUrl })))
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.goto('/dashboard/passkeys')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('heading', { name }).waitFor()
  }

  async function signInByPasskey(page: Page): Promise<void> {
    await page.context().clearCookies()
    await page.goto('/dashboard/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  }

  it('sign a member in without an email', async () => {
    const { page, context, home } = await givenDevice()
    await addPasskey(page, 'Phone')
    await signInByPasskey(page)
    await page.waitForURL(`**${home}`)
    await context.close()
  })

  it('send their member an email when they are added', async () => {
    const { page, context, email } = await givenDevice()
    await addPasskey(page, 'Phone')
    const emails = await onConnection((sql) =>
      sql.rows<{ words: string }>("SELECT words FROM emails WHERE recipient = ? AND kind = 'passkey_added'", [
        email,
      ]),
    )
    expect(emails).to.have.length(1)
    expect(JSON.parse(emails[0]!.words)).to.include({ name: 'Phone', actor_name: email })
    await context.close()
  })

  it('are in the audit log of their shop when they are added and removed', async () => {
    const { page, context, id, shop } = await givenDevice()
    await addPasskey(page, 'Phone')
    await page.getByRole('button', { name: 'Remove this passkey' }).click()
    await page.getByRole('heading', { name: 'Phone' }).waitFor({ state: 'detached' })
    const entries = await onConnection((sql) =>
      sql.rows<{ changes: string; actor_id: number }>(
        "SELECT changes, actor_id FROM audit_log WHERE project_id = ? AND object = 'member' AND actor = 'member'",
        [shop.projectId],
      ),
    )
    expect(entries.map((entry) => [entry.actor_id, JSON.parse(entry.changes) as object])).to.deep.equal([
      [id, [{ field: 'passkey', from: null, to: 'Phone' }]],
      [id, [{ field: 'passkey', from: 'Phone', to: null }]],
    ])
    await context.close()
  })

  it('are offered after the first sign-in, and not after others', async () => {
    const shop = await givenMerchant()
    const email = `passkey-${(members += 1)}@example.com`
    await givenMember(shop.projectId, email)
    for (const goal of ['/dashboard/passkeys?offer=1', '/dashboard']) {
      const visitor = new MemberBrowser()
      await visitor.request(email)
      const { url } = (await signInEmailsTo(email)).at(-1)!
      expect((await visitor.press(url, '')).headers.location).to.equal(goal)
    }
  })

  it('work once for each page: a copied response does not sign in again', async () => {
    const { page, context, home, id } = await givenDevice()
    await addPasskey(page, 'Phone')
    let form = ''
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/sign-in')) form = request.postData() ?? ''
    })
    await signInByPasskey(page)
    await page.waitForURL(`**${home}`)
    const replayed = await context.request.post('/dashboard/sign-in', {
      data: form,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      maxRedirects: 0,
    })
    expect(form).to.include('passkey=')
    // A browser that is signed in is led on with 303; a page with the refusal is 303 too, or 422 without a session.
    const count = await onConnection((sql) =>
      sql.row<{ sessions: number }>(
        'SELECT COUNT(*) AS sessions FROM dashboard_sessions WHERE member_id = ?',
        [id],
      ),
    )
    expect([replayed.status() === 200, count!.sessions]).to.deep.equal([false, 2])
    await context.close()
  })

  it('are a fresh proof, after which the pressed button runs', async () => {
    const { shop, page, context, home } = await givenDevice()
    await addPasskey(page, 'Phone')
    setClock(() => later(new Date(), 20 * MINUTE))
    await page.goto(`${home}/members/new`)
    await page.getByLabel('Email address').fill('proved@example.com')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('proved@example.com').waitFor()
    expect(await onConnection((sql) => listMembers(sql, shop.projectId))).to.have.length(2)
    await context.close()
  })

  it('do not prove who a member is if they belong to another member', async () => {
    const { shop, page, context, home } = await givenDevice()
    await addPasskey(page, 'Phone')
    const colleague = `passkey-${(members += 1)}@example.com`
    const colleagueId = await givenMember(shop.projectId, colleague)
    await onConnection((sql) =>
      sql.run(
        `INSERT INTO passkeys (member_id, credential_hash, credential_id, public_key, counter, name, created_at)
         SELECT ?, REPEAT('x', 32), 'other', public_key, 0, 'Other', created_at FROM passkeys ORDER BY id DESC LIMIT 1`,
        [colleagueId],
      ),
    )
    await forgetSignIns()
    await signIn(context, colleague)
    setClock(() => later(new Date(), 20 * MINUTE))
    await page.goto(`${home}/members/new`)
    await page.getByLabel('Email address').fill('stolen@example.com')
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('This passkey did not work').waitFor()
    expect(await onConnection((sql) => listMembers(sql, shop.projectId))).to.have.length(2)
    await context.close()
  })

  it('are removed by their member, and end with the last project', async () => {
    const { shop, id, page, context, email } = await givenDevice()
    await addPasskey(page, 'Phone')
    await page.goto('/dashboard/passkeys')
    await page.getByRole('button', { name: 'Remove this passkey' }).first().click()
    await page.getByText('You have no passkey yet').waitFor()
    await signInByPasskey(page)
    await page.getByText('This passkey did not work').waitFor()

    await signIn(context, email)
    await addPasskey(page, 'Laptop')
    const other = `passkey-${(members += 1)}@example.com`
    await givenMember(shop.projectId, other)
    await atomically((tx) => removeMember(tx, shop.projectId, id))
    await signInByPasskey(page)
    await page.getByText('This passkey did not work').waitFor()

    // The address may have another user when it is added again.
    await givenMember(shop.projectId, email)
    await signInByPasskey(page)
    await page.getByText('This passkey did not work').waitFor()
    await context.close()
  })

  it('are refused if a member has a passkey with this id already', async () => {
    const { page, context, id } = await givenDevice()
    const sent: Form[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.postData()?.includes('action=add'))
        sent.push(Object.fromEntries(new URLSearchParams(request.postData()!)) as unknown as Form)
    })
    await addPasskey(page, 'Phone')
    const response = JSON.parse(sent[0]!.passkey) as { response: Attested }
    const forge = async () => {
      await page.goto('/dashboard/passkeys?add=1')
      const options = await page.locator('form[data-options]').getAttribute('data-options')
      const forged = structuredClone(response)
      const client = JSON.parse(Buffer.from(forged.response.clientDataJSON, 'base64url').toString()) as object
      const { challenge } = JSON.parse(options!) as { challenge: string }
      forged.response.clientDataJSON = base64url(JSON.stringify({ ...client, challenge }))
      const form_token = await page.locator('form[data-options] [name=form_token]').getAttribute('value')
      return context.request.post('/dashboard/passkeys', {
        form: { ...sent[0]!, form_token: form_token!, passkey: JSON.stringify(forged) },
      })
    }
    // Without a signature of the device the forged challenge counts: the stored id is what refuses it.
    expect((await forge()).status()).to.equal(422)
    await onConnection((sql) => sql.run('DELETE FROM passkeys WHERE member_id = ?', [id]))
    expect((await forge()).status()).to.equal(200)
    await context.close()
  })

  it('need a fresh proof to be added, so that a stolen session cannot keep itself one', async () => {
    const { page, context } = await givenDevice()
    setClock(() => later(new Date(), 20 * MINUTE))
    await page.goto('/dashboard/passkeys')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Confirm that it is you').waitFor()
    await page.goto('/dashboard/passkeys?add=1')
    expect(await page.getByRole('button', { name: 'Create passkey' }).count()).to.equal(0)
    await context.close()
  })
})
