import { emailProblem } from './email.ts'
import type { Form, FormProblem } from './form.ts'
import { distance } from './spelling.ts'

/** The domains of large mail services. */
const LARGE = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com']

/** Real mail services whose domains look like misspellings of these. */
const ALIKE = ['mail.com', 'email.com', 'ymail.com']

/** Returns the address that was probably meant if the domain is one of `LARGE` with one letter wrong, else null. */
export function meantEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (domain.length > 12 || LARGE.includes(domain) || ALIKE.includes(domain)) return null
  const meant = LARGE.find((known) => {
    const far = distance(known, domain)
    return far === 1 || (far === 2 && sorted(known) === sorted(domain)) // two letters in the wrong order
  })
  return meant === undefined ? null : `${email.slice(0, at)}@${meant}`
}

function sorted(word: string): string {
  return Array.from(word).sort().join('')
}

/**
 * Returns the problem of the email address in a form, or null. A misspelt domain is asked about once: the page sends the
 * address again as `email_kept`.
 */
export function typedEmailProblem({ email = '', email_kept: kept }: Form): FormProblem | null {
  const problem = emailProblem(email)
  const meant = problem === null && kept !== email ? meantEmail(email) : null
  return meant === null ? problem : { problem: 'email_misspelt', about: { meant } }
}
