import { LOCALES } from '../../kit/languages.ts'
import { type Infer, type Kind, list, nullable, object, shape } from '../../kit/shape.ts'
import { choice, createdAt, flag, id, text, updatedAt, url } from '../../kit/values.ts'
import { settingsForms } from '../../methods/all.ts'
import { methodOrder } from '../../methods/order.ts'
import { isSetName, type Mode, type SettingsForm } from '../../methods/settings.ts'
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

const properties = {
  id: id('The project.', 1),
  name: text('The name that customers know.', 'Shop'),
  currency: text('The currency of every amount (ISO 4217).', 'MNT', { pattern: '^[A-Z]{3}$' }),
  country: text('The country in two letters (ISO 3166).', 'MN', { pattern: '^[A-Z]{2}$' }),
  timezone: text('The time zone in which billing counts days: an IANA name.', 'Asia/Ulaanbaatar'),
  locale: choice('The language used if the customer asks for none.', LOCALES, 'mn'),
  plan: choice(
    `The plan that the operator set: \`starter\` allows ${STARTER_LIMIT} live subscriptions with access, \`growth\` any number.`,
    PROJECT_PLANS,
    'growth',
  ),
  email: nullable(
    text('The address that receives emails to you and replies from customers.', 'hello@shop.example.org'),
  ),
  support_phone: nullable(text('The phone number that customers can call.', '+97677112233')),
  legal_name: nullable(text('The name on receipts.', 'Shop LLC')),
  registration_number: nullable(text('The registration number on receipts.')),
  address: nullable(text('The address on receipts.')),
  terms_url: nullable(url('Your terms.', 'https://shop.example.org/terms')),
  website_url: nullable(
    url('Your shop: the way back from pages without a return URL of their own.', 'https://shop.example.org'),
  ),
  logo_url: nullable(url('The URL of your logo, as you sent it. Pages show our own copy.')),
  color: nullable(text("Your colour, for buttons and links: '#1f5fd0'.", '#1f5fd0')),
  invoice_prefix: text("The prefix of invoice numbers: 'INV' gives INV-0001.", 'INV'),
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
export interface ProjectObject extends Infer<typeof properties> {}

export const project = shape<ProjectObject>(
  'Project',
  'Your project and its settings, the same in test and live mode.',
  properties,
)

/** The seller on a receipt: a copy that later changes of the project do not touch. */
export type Seller = Pick<
  ProjectObject,
  'name' | 'legal_name' | 'registration_number' | 'address' | 'support_phone' | 'email'
>
