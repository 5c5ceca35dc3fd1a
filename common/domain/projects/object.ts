import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import { LOCALES } from '../../kit/languages.ts'
import { hasPhones } from '../../kit/phone.ts'
import { isCurrency, isTimeZone } from '../../kit/place.ts'
import { type Infer, type Kind, list, nullable, object, shape } from '../../kit/shape.ts'
import { choice, createdAt, flag, id, text, updatedAt, url } from '../../kit/values.ts'
import { settingsForms } from '../../methods/all.ts'
import { methodOrder } from '../../methods/order.ts'
import { isSetName, type Mode, type SettingsForm } from '../../methods/settings.ts'
import { OUR_COPY } from '../images/picture.ts'
import { PROJECT_PLANS, STARTER_LIMIT } from './plan.ts'

type ShownValues = Record<string, string | boolean | null>
type ShownSettings = ShownValues | Record<Mode, ShownValues>

function shownSettings(form: SettingsForm): Kind<ShownSettings, ShownSettings> {
  if (!form.byMode) return shownValues(form, form.description)
  const live = shownValues(form, 'Used in live mode, for real money.')
  const test = shownValues(form, 'Used in test mode.')
  return object<Record<Mode, ShownValues>>({ live, test }, form.description)
}

function shownValues(form: SettingsForm, description: string): Kind<ShownValues, ShownValues> {
  const fields: Record<string, Kind<string | null, string | null> | Kind<boolean, boolean>> = {
    enabled: flag('Whether customers can choose it.', true),
  }
  for (const [name, { secret, description: what, example }] of Object.entries(form.fields)) {
    if (secret) fields[isSetName(name)] = flag(`Whether it is set. ${what}`, true)
    else fields[name] = nullable(text(what, example))
  }
  return object<ShownValues>(fields, description)
}

const paymentMethods = object<Record<string, ShownSettings>>(
  Object.fromEntries(settingsForms.map((form) => [form.name, shownSettings(form)])),
  'How customers can pay.',
)

const change = { change: true } as const
/** An address that both modes share, so it must be `https:`. */
const address = { change: true, as: ['webAddress', { bothModes: true }] } as const

export const projectProperties = {
  id: field(id('The project.', 1), column.primaryKey()),
  name: field(text('The name that customers know.', 'Shop'), column.varchar(255).kept(), change),
  currency: field(
    text('The currency of every amount (ISO 4217).', 'MNT', { pattern: '^[A-Z]{3}$' }),
    column.char(3).kept(),
    {
      change: true,
      as: ['matching', isCurrency, 'a currency of ISO 4217 in capitals, such as MNT'],
      says: 'Cannot change while there are prices, promotion codes with amounts, or open orders.',
    },
  ),
  country: field(
    text('The country in two letters (ISO 3166).', 'MN', { pattern: '^[A-Z]{2}$' }),
    column.char(2).kept(),
    {
      change: true,
      as: ['matching', hasPhones, 'a country of ISO 3166 in two capital letters, such as MN'],
      says: 'The default country of phone numbers and addresses.',
    },
  ),
  timezone: field(
    text('The time zone in which billing counts days: an IANA name.', 'Asia/Ulaanbaatar'),
    column.varchar(64).kept(),
    {
      change: true,
      as: ['matching', isTimeZone, 'the IANA name of a time zone, such as Asia/Ulaanbaatar'],
      says: 'The time zone of billing days. Cannot change once there is a subscription.',
    },
  ),
  locale: field(
    choice('The language used if the customer asks for none.', LOCALES, 'mn'),
    column.char(2).kept(),
    change,
  ),
  plan: field(
    choice(
      `The plan that the operator set: \`starter\` allows ${STARTER_LIMIT} live subscriptions with access, \`growth\` any number.`,
      PROJECT_PLANS,
      'growth',
    ),
    column.word(16),
  ),
  email: field(
    text('The address that receives emails to you and replies from customers.', 'hello@shop.example.org'),
    column.varchar(254).nullable().kept(),
    { change: true, as: ['email'] },
  ),
  support_phone: field(
    text('The phone number that customers can call.', '+97677112233'),
    column.varchar(32).nullable().kept(),
    {
      change: true,
      // Customers press it to call, so words such as "call us" would lead nowhere.
      as: ['pattern', /^\+?\d[\d\s().-]{2,30}$/, 'a phone number of digits, such as +976 7711 2233'],
    },
  ),
  legal_name: field(text('The name on receipts.', 'Shop LLC'), column.varchar(255).nullable().kept(), change),
  registration_number: field(
    text('The registration number on receipts.'),
    column.varchar(64).nullable().kept(),
    change,
  ),
  address: field(text('The address on receipts.'), column.varchar(500).nullable().kept(), {
    change: true,
    as: ['text', 500, { lineBreaks: true }],
  }),
  terms_url: field(
    url('Your terms, linked on pages and receipts.', 'https://shop.example.org/terms'),
    column.varchar(2048).nullable().kept(),
    address,
  ),
  website_url: field(
    url('Your shop: the way back from pages without a return URL of their own.', 'https://shop.example.org'),
    column.varchar(2048).nullable().kept(),
    address,
  ),
  logo_url: field(
    url('The URL of your logo, as you sent it, or of this service after an upload. Pages show our own copy.'),
    column.varchar(2048).nullable().kept(),
    { ...address, says: `Your logo. ${OUR_COPY}` },
  ),
  color: field(
    text("Your colour, for buttons and links: '#1f5fd0'.", '#1f5fd0'),
    column.char(7).nullable().kept(),
    { change: true, as: ['pattern', /^#[0-9a-fA-F]{6}$/, 'a colour such as #1a73e8'] },
  ),
  invoice_prefix: field(
    text("The prefix of invoice numbers: 'INV' gives INV-0001.", 'INV'),
    column.varchar(12).kept(),
    {
      change: true,
      as: ['pattern', /^[A-Z0-9][A-Z0-9-]{0,11}$/, '1 to 12 characters of A-Z, 0-9 and -'],
    },
  ),
  notifications: object(
    {
      sale: flag('For each completed checkout and each paid invoice.', false),
      cancellation: flag("For each requested cancellation, with the customer's reason.", false),
    },
    'Optional emails to you, in addition to those that need your action.',
  ),
  payment_methods: paymentMethods,
  payment_method_order: list(
    'The order in which customers see the methods.',
    choice<string>('A method.', methodOrder([])),
    methodOrder([]),
  ),
  created_at: createdAt('2026-01-01T00:00:00.000000Z'),
  updated_at: updatedAt('2026-01-05T01:00:00.000000Z'),
}

/** A project as `GET /v1/projects/:project_id` returns it: both modes share its settings. */
export interface ProjectObject extends Infer<typeof projectProperties> {}

export const project = shape<ProjectObject>(
  'Project',
  'Your project and its settings, the same in test and live mode.',
  projectProperties,
)

/** The seller on a receipt: a copy that later changes of the project do not touch. */
export type Seller = Pick<
  ProjectObject,
  'name' | 'legal_name' | 'registration_number' | 'address' | 'support_phone' | 'email'
>
