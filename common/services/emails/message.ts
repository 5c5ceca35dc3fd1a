import type { SendMailOptions } from 'nodemailer'
import { flowed } from '../../domain/emails/flowed.ts'
import { oneLine } from '../../domain/emails/plain.ts'
import type { Picture } from '../../domain/images/picture.ts'
import { isEmail } from '../../kit/email.ts'
import { config } from '../../runtime/config.ts'
import type { Project } from '../projects/project.ts'
import type { Email } from './emails-table.ts'
import type { EmailPayloads } from './kinds.ts'
import { renderEmail } from './render.ts'

/** An email that this worker has claimed. */
export interface ClaimedEmail {
  email: Email
  /** The customer's current link version, for links into the portal. */
  linkVersion: number
  /** Pictures of a receipt's lines by item id. */
  pictures: ReadonlyMap<number, Picture>
}

/** Returns the address in EMAIL_FROM, which may include a name: `Tolbor <billing@example.com>`. */
export function senderAddress(emailFrom: string): string {
  return (/<([^<>]+)>\s*$/.exec(emailFrom)?.[1] ?? emailFrom).trim()
}

/**
 * Builds the message for the mail server. The envelope has the addresses separately from the headers, so that a name
 * cannot add a recipient. The Message-ID is derived from the row.
 */
export function messageOf({ email, linkVersion, pictures }: ClaimedEmail, project: Project): SendMailOptions {
  const address = senderAddress(config().emailFrom)
  const host = address.slice(address.lastIndexOf('@') + 1)
  const { kind, locale, isTest } = email
  const payload = email.words as EmailPayloads[typeof kind]
  const setting = { project, locale, isTest, linkVersion, pictures }
  const { calendar, subject, html, text } = renderEmail(kind, payload, setting)
  return {
    subject,
    alternatives: [
      { contentType: 'text/plain; charset=utf-8; format=flowed', content: flowed(text) },
      { contentType: 'text/html; charset=utf-8', content: html },
    ],
    ...(calendar !== undefined && { attachments: [attached(calendar)] }),
    from: { name: oneLine(project.name), address },
    to: { name: '', address: email.recipient },
    envelope: { from: address, to: [email.recipient] },
    ...(project.email !== null &&
      isEmail(project.email) && { replyTo: { name: '', address: project.email } }),
    messageId: `<email-${email.id}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': locale,
    },
  }
}

function attached(calendar: string): NonNullable<SendMailOptions['attachments']>[number] {
  return {
    filename: 'renewal.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    contentTransferEncoding: 'base64', // line ends must not change
    content: calendar,
  }
}
