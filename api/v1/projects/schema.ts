import Joi from 'joi'
import { OUR_COPY } from '../../../common/domain/images/our-copy.ts'
import { LOCALES } from '../../../common/kit/languages.ts'
import { hasPhones } from '../../../common/kit/phone.ts'
import { isCurrency, isTimeZone } from '../../../common/kit/place.ts'
import { settingsForms } from '../../../common/methods/all.ts'
import { methodOrder } from '../../../common/methods/order.ts'
import { isSetName, type SettingsForm } from '../../../common/methods/settings.ts'
import type { ProjectChanges } from '../../../common/services/projects/update.ts'
import { email, fields, fixed, matching, pattern, text, webAddress } from '../../fields.ts'

/** Returns the schema for changes to one method: its values, or the values of each mode. */
function methodChanges({ description, byMode, fields: values }: SettingsForm) {
  if (!byMode) return valueChanges(values, description)
  return Joi.object({
    live: valueChanges(values, 'For live mode.'),
    test: valueChanges(values, 'For test mode.'),
  }).description(description)
}

function valueChanges(values: SettingsForm['fields'], description: string) {
  const entries = Object.entries(values).map(([name, { maxLength, secret, description: what }]) => {
    const full = secret ? `${what} Never returned: \`${isSetName(name)}\` shows whether it is set.` : what
    return [name, text(maxLength).allow(null).description(full)] as const
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
  name: text(255).description('The name of the shop that customers see.'),
  currency: matching(isCurrency, 'a currency of ISO 4217, such as MNT').description(
    'Cannot change while there are prices, promotion codes with amounts, or open orders.',
  ),
  country: matching(hasPhones, 'a country of ISO 3166 in two capital letters, such as MN').description(
    'The default country of phone numbers and addresses.',
  ),
  timezone: matching(isTimeZone, 'the IANA name of a time zone, such as Asia/Ulaanbaatar').description(
    'The time zone of billing days. Cannot change once there is a subscription.',
  ),
  locale: Joi.string()
    .valid(...LOCALES)
    .description('The default language.'),
  email: email().allow(null).description('The address for emails to you and for replies of customers.'),
  support_phone: text(32).allow(null).description('The phone number that customers can call.'),
  legal_name: text(255).allow(null).description('The name on receipts.'),
  registration_number: text(64).allow(null).description('The registration number on receipts.'),
  address: text(500, { lineBreaks: true }).allow(null).description('The address on receipts.'),
  terms_url: address.description('Your terms, linked on pages and receipts.'),
  website_url: address.description('Your shop: the link back from pages without an address of their own.'),
  logo_url: address.description(`Your logo. ${OUR_COPY}`),
  color: pattern(/^#[0-9a-fA-F]{6}$/, 'a colour such as #1a73e8')
    .allow(null)
    .description('Your colour, for buttons and links.'),
  invoice_prefix: pattern(/^[A-Z0-9][A-Z0-9-]{0,11}$/, '1 to 12 characters of A-Z, 0-9 and -').description(
    'The prefix of invoice numbers.',
  ),
  notifications: Joi.object({
    sale: Joi.boolean().description('For each completed checkout and each paid invoice.'),
    cancellation: Joi.boolean().description(
      'For each requested cancellation, with the reason that the customer gives.',
    ),
  }).description('The optional emails to you. Emails that require an action are always sent.'),
  payment_methods: Joi.object(
    Object.fromEntries(settingsForms.map((form) => [form.name, methodChanges(form)])),
  ).description('The ways in which customers can pay.'),
  payment_method_order: Joi.array()
    .items(Joi.string().valid(...methodOrder([])))
    .unique()
    .max(settingsForms.length)
    .allow(null)
    .description(
      'The order in which pages show the methods. The others follow in the default order. Null uses the default order for all.',
    ),
  plan: operator,
}).example({ support_phone: '+97677112233', color: '#1f5fd0' })
