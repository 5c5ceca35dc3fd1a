import { isEmail } from '../../common/kit/email.ts'
import { config } from '../../common/runtime/config.ts'
import { checkSmtp } from '../../common/runtime/smtp.ts'
import { senderAddress } from '../../common/services/emails/message.ts'
import { type Check, check } from './check.ts'

export async function checkMail(): Promise<Check[]> {
  const { smtpUrl, emailFrom } = config()
  const sender = check(
    'email from',
    isEmail(senderAddress(emailFrom)),
    `${emailFrom}.`,
    `'${emailFrom}' has no valid email address. Set EMAIL_FROM, such as Tolbor <billing@example.com>.`,
  )
  if (smtpUrl === null) {
    const message = 'SMTP_URL is not set: no emails are sent, not even receipts. They wait until you set it.'
    return [{ name: 'smtp', ok: false, message }, sender]
  }
  const failure = await checkSmtp().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return [
    check('smtp', failure === null, 'Reached, and signed in.', `${failure ?? ''}. Check SMTP_URL.`),
    sender,
  ]
}
