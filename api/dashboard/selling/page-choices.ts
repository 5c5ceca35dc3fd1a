import { languageOf, type Locale, LOCALES } from '../../../common/kit/languages.ts'
import type { Form } from '../../pages/form.ts'
import { fieldOf, type FieldView, type FormState } from '../../pages/kit/fields.ts'
import type { Presenter } from '../kit/presenter.ts'

const BOXES = [
  'email_collection',
  'phone_number_collection',
  'delivery_address_collection',
  'allow_promotion_codes',
] as const

/** The data that the payment page collects, and its language. */
export type PageChoices = Record<(typeof BOXES)[number], boolean> & { locale: 'auto' | Locale }

export const USUAL_PAGE: PageChoices = {
  email_collection: true,
  phone_number_collection: false,
  delivery_address_collection: false,
  allow_promotion_codes: false,
  locale: 'auto',
}

/** Returns the fields that decide what the payment page asks for. */
export function pageFields(form: FormState, { t }: Presenter, known: PageChoices): FieldView[] {
  return [
    ...BOXES.map((name) =>
      fieldOf(form, name, {
        label: t(`dashboard.sell.${name}`),
        known: known[name] ? '1' : null,
        isBox: true,
      }),
    ),
    fieldOf(form, 'locale', {
      ...{ label: t('dashboard.sell.locale'), known: known.locale },
      options: [
        { value: 'auto', label: t('dashboard.sell.locale_auto'), selected: false },
        ...LOCALES.map((value) => ({ value, label: languageOf(value).name, selected: false })),
      ],
    }),
  ]
}

/** Reads those fields. */
export function readPageChoices(form: Form): PageChoices {
  const boxes = Object.fromEntries(BOXES.map((name) => [name, form[name] === '1']))
  return { ...USUAL_PAGE, ...boxes, locale: LOCALES.find((one) => one === form.locale) ?? 'auto' }
}
