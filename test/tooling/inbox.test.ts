import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createTransport } from 'nodemailer'
import request from 'supertest'
import { startInbox } from '../../dev/inbox.ts'
import { Mailbox } from '../../dev/mailbox.ts'

describe('the mail inbox of bin/dev', () => {
  let folder: string
  let inbox: Awaited<ReturnType<typeof startInbox>>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tolbor-mail-'))
    inbox = await startInbox(folder, 0, 0)
  })

  afterEach(() => {
    inbox.stop()
    rmSync(folder, { recursive: true })
  })

  const send = (subject: string) =>
    createTransport(inbox.smtpUrl).sendMail({
      from: 'shop@tolbor.test',
      to: 'Болд <bold@tolbor.test>',
      subject,
      text: 'Баярлалаа',
      html: '<p><img src="cid:qr"> <a href="http://127.0.0.1/">Pay</a></p><script>alert(1)</script>',
      attachments: [{ cid: 'qr', filename: 'qr.png', content: Buffer.from('picture') }],
    })

  it('shows sent mail to people and to scripts', async () => {
    await send('Receipt <1>')
    const { body } = await request(inbox.url).get('/api/messages').expect(200)
    expect(body).to.have.length(1)
    expect(body[0]).to.deep.include({ subject: 'Receipt <1>', to: ['bold@tolbor.test'], text: 'Баярлалаа' })

    const list = await request(inbox.url).get('/').expect(200)
    expect(list.text).to.include('Receipt &lt;1&gt;')
    const picture = await request(inbox.url).get(body[0].attachments[0].path).expect(200)
    expect(picture.body.toString()).to.equal('picture')
  })

  it('returns the documented fields of each mail', async () => {
    await send('Receipt')
    const { body } = await request(inbox.url).get('/api/messages').expect(200)
    const guide = readFileSync('docs/guides/clocks.md', 'utf8')
    const [, fields = '', parts = ''] = /each with `(.*?)`[\s\S]*?`attachments` \(`(.*?)`\)/.exec(guide)!
    expect(Object.keys(body[0])).to.deep.equal([...fields.split(', '), 'attachments'])
    expect(Object.keys(body[0].attachments[0])).to.deep.equal(parts.split(', '))
    expect(body[0]).to.deep.include({ id: 1, from: 'shop@tolbor.test', to: ['bold@tolbor.test'] })
    expect(body[0].headers).to.include({ subject: 'Receipt' })
    expect(body[0].html).to.include('<p><img')
    expect(body[0].attachments).to.deep.equal([
      { filename: 'qr.png', type: 'image/png', path: '/messages/1/attachments/0' },
    ])
    expect(new Date(body[0].date as string).getTime()).to.be.closeTo(Date.now(), 60_000)
  })

  it('lets scripts wait for a mail to an address, and for the next one', async () => {
    const ask = async (query: string) => {
      const { body } = await request(inbox.url).get(`/api/messages?${query}`).expect(200)
      return (body as { id: number }[]).map(({ id }) => id)
    }
    expect(await ask('to=bold@tolbor.test')).to.deep.equal([])
    const first = ask('to=bold@tolbor.test&wait=20')
    const never = ask('to=saraa@tolbor.test&wait=0.2')
    await send('Receipt')
    expect(await first).to.deep.equal([1])
    expect(await never).to.deep.equal([])
    const second = ask('to=bold@tolbor.test&after=1&wait=20')
    await send('Reminder')
    expect(await second).to.deep.equal([2])
    expect(await ask('to=bold@tolbor.test')).to.deep.equal([2, 1])
  })

  it('sandboxes the HTML of a mail: no scripts, but pictures and links in new windows', async () => {
    await send('Receipt')
    const page = await request(inbox.url).get('/messages/1').expect(200)
    expect(page.text).to.match(/<iframe [^>]*sandbox="allow-popups/)
    expect(page.text).not.to.include('<script>')
    const html = await request(inbox.url).get('/messages/1/html').expect(200)
    expect(html.headers['content-security-policy']).to.include('sandbox allow-popups')
    expect(html.text).to.include('<img src="/messages/1/attachments/0">')
  })

  it('lists every email, and shows sandboxed HTML and text in both languages', async () => {
    const list = await request(inbox.url).get('/emails').expect(200)
    expect(list.text).to.include('href="/emails/receipt-everything/mn"')
    const email = await request(inbox.url).get('/emails/reminder-7-days/en').expect(200)
    expect(email.text)
      .to.include('Reading room at Steppe Books ends in 7 days')
      .and.to.include('Steppe Books &lt;billing@tolbor.test&gt;')
      .and.to.match(
        /<iframe [^>]*sandbox="allow-popups[^>]*src="\/emails\/reminder-7-days\/en\/html\?view=desktop"/,
      )
      .and.to.include('href="/emails/reminder-7-days/mn"')
    const html = await request(inbox.url).get('/emails/reminder-7-days/mn/html').expect(200)
    expect(html.headers['content-security-policy']).to.include('sandbox')
    expect(html.text).to.include('7 хоногийн дараа дуусна')
    await request(inbox.url).get('/emails/reminder-7-days/en/renewal.ics').expect(200)
    for (const missing of ['/emails/constructor/en', '/emails/receipt/de', '/emails/receipt/en/renewal.ics'])
      await request(inbox.url).get(missing).expect(404)
  })

  it('shows an email for a phone, a desktop, dark mode and without pictures', async () => {
    const at = async (view: string) => {
      const page = await request(inbox.url).get(`/emails/reminder-7-days/en?view=${view}`).expect(200)
      const part = await request(inbox.url).get(`/emails/reminder-7-days/en/html?view=${view}`).expect(200)
      expect(page.text).to.include(`src="/emails/reminder-7-days/en/html?view=${view}"`)
      const isDark = /@media all\s*\{/.test(part.text)
      const pictures = !String(part.headers['content-security-policy']).includes("img-src 'none'")
      return [/style="width: (\w+%?)/.exec(page.text)?.[1], isDark, pictures]
    }
    expect(await at('phone')).to.deep.equal(['390px', false, true])
    expect(await at('desktop')).to.deep.equal(['100%', false, true])
    expect(await at('dark')).to.deep.equal(['390px', true, true])
    expect(await at('no-pictures')).to.deep.equal(['390px', false, false])
    await send('Receipt')
    const message = await request(inbox.url).get('/messages/1?view=phone').expect(200)
    expect(message.text).to.include('src="/messages/1/html?view=phone"').and.to.include('?view=no-pictures')
  })

  it('rejects other host names, so that other websites cannot read it', async () => {
    await request(inbox.url).get('/api/messages').set('Host', 'evil.example').expect(403)
  })

  it('keeps the last 200 mails after a restart', async () => {
    const mailbox = new Mailbox(folder)
    for (let number = 1; number <= 205; number++) mailbox.add(Buffer.from(`Subject: ${number}\r\n\r\nhi`))
    const subjects = (await new Mailbox(folder).list()).map(({ subject }) => subject)
    expect([subjects.length, subjects.at(0), subjects.at(-1)]).to.deep.equal([200, '205', '6'])
  })
})
