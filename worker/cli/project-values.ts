import { Draft } from '../../common/kit/draft.ts'
import { isEmail } from '../../common/kit/email.ts'
import { hasPhones } from '../../common/kit/phone.ts'
import { isCurrency, isTimeZone } from '../../common/kit/place.ts'
import { lengthOf, unfit } from '../../common/kit/text.ts'
import type { ProjectInput } from '../../common/projects/create-project.ts'
import type { ProjectChanges } from '../../common/projects/update-project.ts'
import type { Given, Option } from './command.ts'

/** What can be set of a project here; an operator may also set its plan. */
export type ProjectValues = ProjectChanges & Partial<Pick<ProjectInput, 'plan'>>

export const projectOptions: Record<string, Option> = {
  name: { value: 'NAME', help: 'What customers know the merchant by' },
  currency: { value: 'CODE', help: 'ISO 4217, fixed once there are prices; MNT where not given' },
  timezone: { value: 'ZONE', help: 'In which its days begin, such as Asia/Ulaanbaatar; UTC where not given' },
  locale: { value: 'en|mn', help: 'Language where a customer has not chosen one; en where not given' },
  country: { value: 'CODE', help: 'ISO 3166, for phone numbers and addresses; MN where not given' },
  plan: { value: 'starter|growth', help: 'How many subscriptions it may have; starter where not given' },
  email: { value: 'ADDRESS', help: 'Where the merchant is told of transfers and customers reply to' },
  'bank-name': { value: 'BANK', help: 'With the next two: customers can pay by bank transfer' },
  'account-number': { value: 'NUMBER', help: 'The account to transfer to' },
  'account-holder': { value: 'NAME', help: 'Whose account it is' },
}

/** What a value must be, and the words for it. */
type Rule = readonly [fits: (value: string) => boolean, form: string]

const upTo = (longest: number): Rule => [
  (value) => lengthOf(value) <= longest && !unfit(value),
  `text of 1 to ${longest} characters on one line`,
]
const oneOf = (...values: string[]): Rule => [(value) => values.includes(value), values.join(' or ')]

const rules: Record<string, Rule> = {
  name: upTo(255),
  currency: [isCurrency, 'a currency of ISO 4217, such as MNT'],
  timezone: [isTimeZone, 'the IANA name of a time zone, such as Asia/Ulaanbaatar'],
  locale: oneOf('en', 'mn'),
  country: [hasPhones, 'a country of ISO 3166 in two capital letters, such as MN'],
  plan: oneOf('starter', 'growth'),
  email: [isEmail, 'an e-mail address, such as name@example.com'],
  'bank-name': upTo(255),
  'account-number': upTo(64),
  'account-holder': upTo(255),
}

const ACCOUNT = ['bank-name', 'account-number', 'account-holder']

/** The values that were typed, with everything that is wrong with them. Naming an account enables transfers. */
export function projectValues(options: Given['options']): Draft<ProjectValues> {
  const values: Record<string, string> = {}
  const account: Record<string, string> = {}
  const wrong: [option: string, say: string][] = []
  for (const [option, [fits, form]] of Object.entries(rules)) {
    const value = options[option]?.trim()
    if (value === undefined) continue
    if (value === '' || !fits(value)) wrong.push([option, `--${option} must be ${form}.`])
    else if (ACCOUNT.includes(option)) account[option.replaceAll('-', '_')] = value
    else values[option] = value
  }
  const named = ACCOUNT.some((option) => options[option] !== undefined)
  const draft = new Draft<ProjectValues>({
    ...(values as ProjectValues),
    ...(named && { payment_methods: { bank_transfer: { enabled: true, ...account } } }),
  })
  for (const [option, say] of wrong) {
    const inside = ACCOUNT.includes(option)
      ? `payment_methods.bank_transfer.${option.replaceAll('-', '_')}`
      : `--${option}`
    draft.problems.add('validation_failed', inside, { say })
  }
  return draft
}
