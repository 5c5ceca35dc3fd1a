import type { ProjectObject } from '../../../common/domain/projects/object.ts'
import { languageOf, LOCALES } from '../../../common/kit/languages.ts'
import { timeZones } from '../../../common/kit/place.ts'
import { countries } from '../../pages/countries.ts'
import { fieldOf, type FieldView, type FormState, type Option } from '../../pages/kit/fields.ts'
import type { FormDefinition } from '../kit/form-view.ts'
import type { Presenter } from '../kit/presenter.ts'

/** The fields with text, which are empty if there is no value. */
export const SHOP_TEXTS = [
  'name',
  'email',
  'support_phone',
  'website_url',
  'terms_url',
  'legal_name',
  'registration_number',
  'address',
  'invoice_prefix',
  'locale',
  'timezone',
  'country',
  'currency',
] as const

/** The boxes of optional emails. */
export const SHOP_EMAILS = ['sale', 'cancellation'] as const

type ShopText = (typeof SHOP_TEXTS)[number]
type Attributes = Partial<Pick<FieldView, 'type' | 'inputmode' | 'maxlength' | 'rows' | 'required'>>

/** The form with the details of the shop. */
export const shopForm = {
  path: '/settings/shop',
  state: 'dashboard_settings_shop',
  heading: (_shop, { t }) => t('dashboard.settings.shop'),
  text: 'dashboard.settings.shop_text',
  back: (_shop, { t }) => ({ path: '/settings', label: t('dashboard.settings.heading') }),
  groups: (shop, form, presenter) => {
    const { t } = presenter
    const text = (name: ShopText, attributes: Attributes = {}) =>
      textField({ shop, form, presenter }, name, attributes)
    const place = [
      menuField({ shop, form, presenter }, 'locale', languages),
      menuField({ shop, form, presenter }, 'timezone', zonesWith(shop.timezone)),
      menuField({ shop, form, presenter }, 'country', countries(presenter.locale)),
      text('currency', { required: true, maxlength: 3 }),
    ]
    return [
      {
        legend: t('dashboard.settings.contact'),
        fields: [
          text('name', { required: true }),
          text('email', { type: 'email', inputmode: 'email', maxlength: 254 }),
          text('support_phone', { type: 'tel', inputmode: 'tel', maxlength: 32 }),
          text('website_url', { type: 'url', inputmode: 'url', maxlength: 2048 }),
          text('terms_url', { type: 'url', inputmode: 'url', maxlength: 2048 }),
        ],
      },
      {
        legend: t('dashboard.settings.on_receipts'),
        fields: [
          text('legal_name'),
          text('registration_number', { maxlength: 64 }),
          text('address', { rows: 3, maxlength: 500 }),
          text('invoice_prefix', { required: true, maxlength: 12 }),
        ],
      },
      // A shop chooses it once.
      {
        ...{ legend: null, fields: [] },
        folded: {
          label: t('dashboard.settings.place'),
          open: place.some(({ error }) => error !== null),
          fields: place,
        },
      },
      {
        legend: t('dashboard.settings.emails'),
        fields: SHOP_EMAILS.map((name) =>
          fieldOf(form, name, {
            ...{ label: t(`dashboard.settings.email_${name}`), isBox: true },
            known: shop.notifications[name] ? '1' : null,
          }),
        ),
      },
    ]
  },
  version: ({ updated_at: at }) => at,
  submit: 'dashboard.settings.save',
  busy: 'dashboard.settings.saving',
} as const satisfies FormDefinition<ProjectObject>

interface ShopInput {
  shop: ProjectObject
  form: FormState
  presenter: Presenter
}

function textField({ shop, form, presenter: { t } }: ShopInput, name: ShopText, attributes: Attributes) {
  return fieldOf(form, name, {
    ...{ label: t(`dashboard.settings.${name}`), known: shop[name], required: false },
    ...{ hint: hintOf(name, t) },
    ...attributes,
  })
}

const HINTED = ['email', 'support_phone', 'website_url', 'terms_url', 'invoice_prefix', 'currency'] as const

function hintOf(name: string, t: Presenter['t']): string | null {
  const hinted = HINTED.find((one) => one === name)
  return hinted ? t(`dashboard.settings.${hinted}_hint`) : null
}

type Choice = Pick<Option, 'value' | 'label'>

function menuField(
  { shop, form, presenter: { t } }: ShopInput,
  name: 'locale' | 'timezone' | 'country',
  choices: readonly Choice[],
) {
  return fieldOf(form, name, {
    ...{ label: t(`dashboard.settings.${name}`), known: shop[name] },
    hint: t(`dashboard.settings.${name}_hint`),
    options: choices.map(({ value, label }) => ({ value, label, selected: false })),
  })
}

const languages: readonly Choice[] = LOCALES.map((value) => ({ value, label: languageOf(value).name }))

/** Returns the time zones as a menu. A shop may have one under a former name. */
function zonesWith(own: string): Choice[] {
  const zones = timeZones()
  return (zones.includes(own) ? zones : [own, ...zones]).map((value) => ({
    ...{ value, label: value.replaceAll('_', ' ') },
  }))
}
