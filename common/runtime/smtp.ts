import type * as Nodemailer from 'nodemailer'
import { lazily } from '../kit/lazily.ts'
import { SECOND } from '../kit/time.ts'
import { config } from './config.ts'

/** The web process sends no emails, and a worker only where there is a mail server. */
const nodemailer = lazily<typeof Nodemailer>('nodemailer')

type Transport = ReturnType<typeof connect>

let open: { url: string; transport: Transport } | undefined

function connect(url: string) {
  return nodemailer().createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxRequeues: 0, // retries belong to the rows
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    // Whatever a template may come to hold, an email never takes anything from our disk or from an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function transport(): Transport {
  const { smtpUrl: url } = config()
  if (url === null) throw new Error('SMTP_URL is not set')
  if (open?.url !== url) {
    open?.transport.close()
    open = { url, transport: connect(url) }
  }
  return open.transport
}

/** Hands a message to the mail server; throws where it does not take it `within` milliseconds, greeting and all. */
export async function sendMail(message: Nodemailer.SendMailOptions, within: number): Promise<void> {
  await transport().sendMail({ ...message, signal: AbortSignal.timeout(within) })
}

/** Greets the mail server and signs in; throws where that does not work. */
export async function checkSmtp(): Promise<void> {
  await transport().verify()
}

/** Whether `error` is the server's last word on this recipient or message: trying again would not help. */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = (error ?? {}) as { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

export function closeSmtp(): void {
  open?.transport.close()
  open = undefined
}
