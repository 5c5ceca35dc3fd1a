import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { componentsPage } from './components.ts'
import { emailPage, emailsPage } from './email-pages.ts'
import { showEmail } from './emails/show.ts'
import { messagesFor } from './inbox-messages.ts'
import { htmlPart, listPage, messagePage, showsPictures, type View, viewOf, withView } from './inbox-pages.ts'
import { Mailbox } from './mailbox.ts'

/** Starts an SMTP server that keeps every email, and a web page on 127.0.0.1 that shows them. Port 0 is any free one. */
export async function startInbox(folder: string, smtpPort: number, webPort: number) {
  const mailbox = new Mailbox(folder)
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      buffer(stream).then((raw) => {
        mailbox.add(raw)
        done()
      }, done)
    },
  })
  smtp.on('error', () => {}) // a broken connection must not end this process
  const web = createServer((request, response) => {
    respond(mailbox, request, response).catch((error: unknown) => {
      send(response, 500, 'text/plain', String(error))
    })
  })
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => web.listen(webPort, '127.0.0.1', resolve))
  return {
    smtpUrl: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    url: `http://127.0.0.1:${portOf(web)}`,
    stop() {
      smtp.close(() => {})
      web.close()
      web.closeAllConnections()
    },
  }
}

const html = 'text/html; charset=utf-8'

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function respond(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // Against DNS rebinding: another site whose name resolves to 127.0.0.1 must not read these emails.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
    send(response, 403, 'text/plain', 'Open this inbox at 127.0.0.1 or localhost.')
    return
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox')
  const view = viewOf(searchParams.get('view'))
  const [, section, id = '', part, index = ''] = pathname.split('/')
  if (section === '') {
    send(response, 200, html, listPage(await mailbox.list()))
    return
  }
  if (section === 'api' && id === 'messages') {
    const messages = await messagesFor(mailbox, searchParams)
    send(response, 200, 'application/json', JSON.stringify(messages, null, 2))
    return
  }
  if (section === 'components') {
    send(response, 200, html, componentsPage(searchParams))
    return
  }
  if (section === 'emails') {
    sendEmailPage([id, part, index], view, response)
    return
  }
  const message = section === 'messages' ? await mailbox.get(Number(id)) : undefined
  const attachment = message?.attachments[Number(index)]
  if (message && part === undefined) send(response, 200, html, messagePage(message, view))
  else if (message && part === 'html') sendHtmlPart(response, htmlPart(message), view)
  else if (part === 'attachments' && attachment) {
    send(response, 200, attachment.mimeType, Buffer.from(attachment.content as ArrayBuffer), true)
  } else send(response, 404, 'text/plain', 'There is no such email.')
}

/** Sends `/emails`, the list of sample emails, and the pages and parts below it. */
function sendEmailPage(
  [name = '', locale = '', part = '']: (string | undefined)[],
  view: View,
  response: ServerResponse,
): void {
  const email = showEmail(name, locale)
  if (name === '') send(response, 200, html, emailsPage())
  else if (email && part === '') send(response, 200, html, emailPage(email, view))
  else if (email && part === 'html') sendHtmlPart(response, email.html, view)
  else if (email?.calendar && part === 'renewal.ics')
    send(response, 200, 'text/calendar', email.calendar, true)
  else send(response, 404, 'text/plain', 'There is no such email.')
}

function sendHtmlPart(response: ServerResponse, part: string, view: View): void {
  send(response, 200, html, withView(view, part), true, showsPictures(view))
}

/** Forbids scripts everywhere, and puts `foreign` content (parts of an email) in a sandbox. */
function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  foreign = false,
  pictures = true,
): void {
  const images = pictures ? "'self' data: http: https:" : "'none'"
  const sandbox = foreign ? '; sandbox allow-popups allow-popups-to-escape-sandbox allow-downloads' : ''
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; frame-src 'self'${sandbox}`,
    'X-Content-Type-Options': 'nosniff',
  })
  response.end(body)
}
