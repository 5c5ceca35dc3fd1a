import { senderAddress } from '../../common/emails/message.ts'
import { isEmail } from '../../common/kit/email.ts'
import { config } from '../../common/runtime/config.ts'
import { checkSmtp } from '../../common/runtime/smtp.ts'
import { type Check, check } from './check.ts'

export async function checkMail(): Promise<Check[]> {
  const { smtpUrl, emailFrom } = config()
  const sender = check(
    'email from',
    isEmail(senderAddress(emailFrom)),
    `${emailFrom}.`,
    `'${emailFrom}' holds no address that can be answered. Set EMAIL_FROM, such as Tolbor <billing@example.com>.`,
  )
  if (smtpUrl === null) {
    const message = 'SMTP_URL is not set: no email leaves, receipts neither. They wait until it is.'
    return [{ name: 'smtp', ok: false, message }, sender]
  }
  const trouble = await checkSmtp().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  return [
    check('smtp', trouble === null, 'Reached, and signed in.', `${trouble ?? ''}. Check SMTP_URL.`),
    sender,
  ]
}
