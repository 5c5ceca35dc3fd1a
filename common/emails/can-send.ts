import { config } from '../runtime/config.ts'
import { log } from '../runtime/log.ts'

let told = false

/** Without a mail server emails wait, however long, and nobody is woken for them; the log says so once. */
export function canSend(): boolean {
  if (config().smtpUrl !== null) return true
  if (!told) log().warn('SMTP_URL is not set: emails are kept until it is')
  told = true
  return false
}
