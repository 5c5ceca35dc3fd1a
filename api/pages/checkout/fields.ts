import type { CheckoutObject, CustomFieldObject } from '../../../common/domain/checkouts/object.ts'
import { spelled } from '../../../common/domain/promotion-codes/spelling.ts'
import type { Form } from '../../../common/kit/form.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { KnownContact } from '../../../common/services/checkouts/known-contact.ts'
import { prefilledForm } from '../../../common/services/checkouts/prefilled.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import { countries } from '../countries.ts'
import { type FieldGroup, fieldOf, fieldsIn, type FieldView } from '../kit/fields.ts'
import type { PageInput } from '../payable/state.ts'

/** Returns the fields of a checkout's page, except the payment methods. `known` contact details are prefilled. */
export function fieldGroups(input: PageInput, checkout: CheckoutObject, known?: KnownContact): FieldGroup[] {
  const t = translate(input.locale)
  const prefilled = prefilledForm(checkout, known)
  const contact = [
    ...(checkout.email_collection ? [emailField(input, prefilled.email ?? null)] : []),
    ...(checkout.phone_number_collection ? [phoneField(input, prefilled.phone ?? null)] : []),
  ]
  const address = checkout.delivery_address_collection ? addressGroup(input, prefilled) : null
  const questions = checkout.custom_fields.map((custom) => customField(input, custom, prefilled))
  // The heading of a single field would only repeat its label.
  const legend = contact.length > 1 || address ? t('pay.contact') : null
  const groups: FieldGroup[] = [
    { legend, fields: contact },
    ...(address ? [address] : []),
    { legend: legend ? t('pay.questions') : null, fields: questions },
  ]
  for (const field of groups.flatMap(fieldsIn).slice(0, -1)) field.enterKey = 'next'
  return groups.filter(({ fields }) => fields.length > 0)
}

/** Returns the field for the email address of the receipt. It is optional on invoices. */
export function emailField(input: PageInput, known: string | null, required = true): FieldView {
  const t = translate(input.locale)
  return fieldOf(input, 'email', {
    label: t('pay.email'),
    hint: t('pay.email_hint'),
    known,
    required,
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    maxlength: 254,
  })
}

function phoneField(input: PageInput, known: string | null): FieldView {
  const t = translate(input.locale)
  return fieldOf(input, 'phone', {
    label: t('pay.phone'),
    hint: t('pay.phone_hint'),
    known,
    type: 'tel',
    autocomplete: 'tel',
    inputmode: 'tel',
    maxlength: 32,
  })
}

/** The parts of an address, with their `autocomplete` names. Few addresses have the folded ones. */
const ADDRESS: { part: string; autocomplete: string; required?: true; half?: true; folded?: true }[] = [
  { part: 'name', autocomplete: 'shipping name', required: true },
  { part: 'line1', autocomplete: 'shipping address-line1', required: true },
  { part: 'city', autocomplete: 'shipping address-level2', required: true, half: true },
  { part: 'district', autocomplete: 'shipping address-level3', half: true },
  { part: 'country', autocomplete: 'shipping country', required: true },
  { part: 'line2', autocomplete: 'shipping address-line2', half: true, folded: true },
  { part: 'postal_code', autocomplete: 'shipping postal-code', half: true, folded: true },
  { part: 'note', autocomplete: 'off', folded: true },
]

function addressGroup(input: PageInput, prefilled: Form): FieldGroup {
  const { locale, project } = input
  const t = translate(locale)
  const viewOf = ({ part, autocomplete, required, half }: (typeof ADDRESS)[number]) => {
    const name = `delivery_address[${part}]`
    return fieldOf(input, name, {
      label: t(`address.${part}` as SentenceKey),
      hint: part === 'note' ? t('address.note_hint') : null,
      known: prefilled[name] ?? (part === 'country' ? project.country : null),
      required: required ?? false,
      autocomplete,
      half: half ?? false,
      options:
        part === 'country' ? countries(locale).map((country) => ({ ...country, selected: false })) : null,
    })
  }
  const folded = ADDRESS.filter((part) => part.folded).map(viewOf)
  return {
    legend: t('pay.address'),
    fields: ADDRESS.filter((part) => !part.folded).map(viewOf),
    folded: {
      label: t('address.more'),
      open: folded.some(({ value, error }) => value !== '' || error !== null),
      fields: folded,
    },
  }
}

/** Returns the field of one of the merchant's questions. A required choice starts empty, so that the customer chooses. */
function customField(input: PageInput, custom: CustomFieldObject, prefilled: Form): FieldView {
  const empty = { value: '', label: translate(input.locale)('pay.choose'), selected: false }
  const options = custom.dropdown?.options.map((option) => ({ ...option, selected: false }))
  const name = `custom_fields[${custom.key}]`
  return fieldOf(input, name, {
    label: custom.label,
    known: prefilled[name] ?? null,
    required: !custom.optional,
    inputmode: custom.type === 'numeric' ? 'numeric' : 'text',
    options: options ? [empty, ...options] : null,
  })
}

/** Returns the parameters of the error sentences that the checkout itself knows, by field. */
export function errorParamsOf(
  checkout: CheckoutObject,
  input: Pick<PageInput, 'typed' | 'locale'>,
): Record<string, Params> {
  const code = spelled(input.typed.promotion_code ?? '')
  const known: Record<string, Params> = { promotion_code: { code } }
  for (const { key, label } of checkout.custom_fields) known[`custom_fields[${key}]`] = { label }
  for (const { id, adjustable_quantity: bounds } of checkout.items)
    known[`quantity[${id}]`] = { min: bounds?.min ?? 1, max: bounds?.max ?? 1 }
  for (const { part } of ADDRESS)
    known[`delivery_address[${part}]`] = { label: translate(input.locale)(`address.${part}` as SentenceKey) }
  return known
}
