import type * as Nodemailer from 'nodemailer'
import { lazily } from '../kit/lazily.ts'
import { SECOND } from '../kit/time.ts'
import { config } from './config.ts'

/** Loaded on first use: the web process sends no emails, and a worker only if a mail server is set. */
const nodemailer = lazily<typeof Nodemailer>('nodemailer')

/** One project sends at most ten emails at once (`queues`), so others always find a free connection. */
const CONNECTIONS = 15

type Transport = ReturnType<typeof connect>

let open: { url: string; transport: Transport } | undefined

function connect(url: string) {
  return nodemailer().createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxRequeues: 0, // retries belong to the rows
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    // A template must never make an email include our files or fetch a URL.
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

/** Sends a message; throws if the mail server has not accepted it when `signal` aborts. */
export async function sendMail(message: Nodemailer.SendMailOptions, signal: AbortSignal): Promise<void> {
  await transport().sendMail({ ...message, signal })
}

/** Connects to the mail server and signs in; throws if that fails. */
export async function checkSmtp(): Promise<void> {
  await transport().verify()
}

/** Returns whether the server permanently rejected this recipient or message, so that a retry cannot help. */
export function isRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = (error ?? {}) as { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

export function closeSmtp(): void {
  open?.transport.close()
  open = undefined
}
