import { PROJECT_PLANS, STARTER_LIMIT } from '../common/domain/projects/plan.ts'
import { isEmail } from '../common/kit/email.ts'
import { LOCALES } from '../common/kit/languages.ts'
import { hasPhones } from '../common/kit/phone.ts'
import { isCurrency, isTimeZone } from '../common/kit/place.ts'
import { Submission } from '../common/kit/submission.ts'
import { lengthOf, unfit } from '../common/kit/text.ts'
import { unfitAddress } from '../common/kit/web-address.ts'
import type { Project } from '../common/services/projects/project.ts'
import type { ProjectChanges } from '../common/services/projects/update.ts'
import type { Given, Option } from './command.ts'
import { methodValues, paymentOptions, secretOptions } from './method-options.ts'
import { readSecrets } from './read-secrets.ts'

export const projectOptions: Record<string, Option> = {
  name: { value: 'NAME', help: 'The name that customers see' },
  currency: { value: 'CODE', help: 'ISO 4217, fixed once there are prices; default: MNT' },
  timezone: { value: 'ZONE', help: 'Time zone of its days, such as Asia/Ulaanbaatar; default: UTC' },
  locale: { value: 'en|mn', help: 'Language of customers who have not chosen one; default: en' },
  country: { value: 'CODE', help: 'ISO 3166, for phone numbers and addresses; default: MN' },
  plan: {
    value: 'starter|growth',
    help: `starter: at most ${STARTER_LIMIT} live subscriptions that give access; growth: any number; default: DEFAULT_PLAN (growth)`,
  },
  email: { value: 'ADDRESS', help: 'Receives notices about payments and replies from customers' },
  'website-url': { value: 'URL', help: 'The shop: the way back from pages without a return URL' },
  notifications: {
    value: 'sale,cancellation|none',
    help: 'Optional emails to the merchant; default: none',
  },
  ...paymentOptions,
}

/** Check of a value, and its description for the error message. */
type Rule = readonly [fits: (value: string) => boolean, form: string]

const upTo = (longest: number): Rule => [
  (value) => lengthOf(value) <= longest && !unfit(value),
  `text of 1 to ${longest} characters on one line`,
]
const oneOf = (...values: string[]): Rule => [(value) => values.includes(value), values.join(' or ')]

const NOTIFICATIONS = ['sale', 'cancellation']

const rules: Record<string, Rule> = {
  name: upTo(255),
  currency: [isCurrency, 'a currency of ISO 4217 in capitals, such as MNT'],
  timezone: [isTimeZone, 'the IANA name of a time zone, such as Asia/Ulaanbaatar'],
  locale: oneOf(...LOCALES),
  country: [hasPhones, 'a country of ISO 3166 in two capital letters, such as MN'],
  plan: oneOf(...PROJECT_PLANS),
  email: [isEmail, 'an e-mail address, such as name@example.com'],
  notifications: [
    (value) => value === 'none' || value.split(',').every((one) => NOTIFICATIONS.includes(one)),
    `none, or one or more of ${NOTIFICATIONS.join(', ')} separated by commas`,
  ],
  'website-url': [(value) => unfitAddress(value) === null, 'a web address that starts with https://'],
}

/** Reads the complete list of notifications: those not listed are off. */
function wantedOf(text: string): Project['notifications'] {
  const wanted = text.split(',')
  return { sale: wanted.includes('sale'), cancellation: wanted.includes('cancellation') }
}

/** Reads a project's values from the options, and secrets from standard input. */
export async function typedProjectValues(options: Given['options']): Promise<Submission<ProjectChanges>> {
  return projectValues(await readSecrets(options, secretOptions))
}

/** Reads a project's values from the options; the result holds all problems. */
export function projectValues(options: Given['options']): Submission<ProjectChanges> {
  const values: Record<string, string> = {}
  const { wrong, ...payment } = methodValues(options)
  for (const [option, [fits, form]] of Object.entries(rules)) {
    const value = options[option]?.trim()
    if (value === undefined) continue
    if (value === '' || !fits(value)) wrong.push([`--${option}`, `--${option} must be ${form}.`])
    else values[option.replaceAll('-', '_')] = value
  }
  const { notifications, ...texts } = values
  const submission = new Submission<ProjectChanges>({
    ...(texts as ProjectChanges),
    ...(notifications !== undefined && { notifications: wantedOf(notifications) }),
    ...payment,
  })
  for (const [path, sentence] of wrong) submission.problems.add('validation_failed', path, { sentence })
  return submission
}
