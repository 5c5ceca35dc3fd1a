import { config } from '../../runtime/config.ts'
import { log } from '../../runtime/log.ts'

let warned = false

/**
 * Returns whether a mail server is configured. Without one, emails wait without a limit and wake no worker; logs a
 * warning once.
 */
export function canSend(): boolean {
  if (config().smtpUrl !== null) return true
  if (!warned) log().warn('SMTP_URL is not set: emails are kept until it is')
  warned = true
  return false
}
