import Joi from 'joi'
import { LOCALES } from '../../../common/kit/languages.ts'
import { hasPhones } from '../../../common/kit/phone.ts'
import { isCurrency, isTimeZone } from '../../../common/kit/place.ts'
import { settingsForms } from '../../../common/payments/methods/all.ts'
import { methodOrder } from '../../../common/payments/methods/order.ts'
import { isSetName, type SettingsForm } from '../../../common/payments/methods/settings.ts'
import type { ProjectChanges } from '../../../common/projects/update.ts'
import { email, fields, fixed, matching, OUR_COPY, pattern, text, webAddress } from '../../fields.ts'

/** What may be changed of one method: its values, or those of each mode; null clears. */
function methodChanges({ description, byMode, fields: values }: SettingsForm) {
  if (!byMode) return valueChanges(values, description)
  return Joi.object({
    live: valueChanges(values, 'For money.'),
    test: valueChanges(values, 'For trying out, in test mode.'),
  }).description(description)
}

function valueChanges(values: SettingsForm['fields'], description: string) {
  const entries = Object.entries(values).map(([name, { maxLength, secret, description: what }]) => {
    const told = secret ? `${what} Never answered: \`${isSetName(name)}\` says whether there is one.` : what
    return [name, text(maxLength).allow(null).description(told)] as const
  })
  return Joi.object({
    enabled: Joi.boolean().description('Whether customers can choose it.'),
    ...Object.fromEntries(entries),
  }).description(description)
}

const address = webAddress({ bothModes: true }).allow(null)
const operator = fixed('The operator of this service decides it')

/** The body of `PATCH /v1/projects/:project_id`. */
export const projectChanges = fields<ProjectChanges>({
  name: text(255).description('The shop, as customers know it.'),
  currency: matching(isCurrency, 'a currency of ISO 4217, such as MNT').description(
    'Fixed while there are prices, promotion codes with amounts, or anything open to be paid.',
  ),
  country: matching(hasPhones, 'a country of ISO 3166 in two capital letters, such as MN').description(
    'Where phone numbers and addresses are by default.',
  ),
  timezone: matching(isTimeZone, 'the IANA name of a time zone, such as Asia/Ulaanbaatar').description(
    'Whose days billing counts; fixed once there is a subscription.',
  ),
  locale: Joi.string()
    .valid(...LOCALES)
    .description('The language where a customer asks for none.'),
  email: email().allow(null).description('Where emails to you and replies of customers go.'),
  support_phone: text(32).allow(null).description('Whom customers can call.'),
  legal_name: text(255).allow(null).description('The name on receipts.'),
  registration_number: text(64).allow(null).description('The registration number on receipts.'),
  address: text(500, { lineBreaks: true }).allow(null).description('The address on receipts.'),
  terms_url: address.description('Your terms, linked on pages and receipts.'),
  website_url: address.description('Your shop: the way back from pages that know no other.'),
  logo_url: address.description(`Your logo. ${OUR_COPY}`),
  color: pattern(/^#[0-9a-fA-F]{6}$/, 'a colour such as #1a73e8')
    .allow(null)
    .description('Your colour, for buttons and links.'),
  invoice_prefix: pattern(/^[A-Z0-9][A-Z0-9-]{0,11}$/, '1 to 12 characters of A-Z, 0-9 and -').description(
    'What invoice numbers begin with.',
  ),
  notifications: Joi.object({
    sale: Joi.boolean().description('At each completed checkout and each paid invoice.'),
    cancellation: Joi.boolean().description(
      'At each cancellation that is asked for, with what the customer says of why.',
    ),
  }).description('Which emails you get beside those that ask something of you.'),
  payment_methods: Joi.object(
    Object.fromEntries(settingsForms.map((form) => [form.name, methodChanges(form)])),
  ).description('How customers can pay.'),
  payment_method_order: Joi.array()
    .items(Joi.string().valid(...methodOrder([])))
    .unique()
    .max(settingsForms.length)
    .allow(null)
    .description('Those that are not named follow in our order; null: all of them do.'),
  plan: operator,
}).example({ support_phone: '+97677112233', color: '#1f5fd0' })
