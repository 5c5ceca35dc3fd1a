import { currencySign, type Locale } from '../../../common/kit/format.ts'
import { isSentenceKey } from '../../../common/services/text/catalogue.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import { isOnlyWrong, type Problem } from './problems.ts'

export interface Option {
  value: string
  label: string
  selected: boolean
}

/** A field with its label, and the attributes for browsers and screen readers. */
export interface FieldView {
  id: string
  name: string
  label: string
  /** The mark "(optional)"; null for required fields. */
  optional: string | null
  required: boolean
  hint: string | null
  /** The unit of the value, next to it inside the field, such as `₮`; null without one. */
  unit: string | null
  /** An example, shown while the field is empty; null without one. */
  placeholder: string | null
  value: string
  error: string | null
  describedBy: string
  type: 'text' | 'email' | 'tel' | 'number' | 'date' | 'url' | 'password' | 'color'
  /** The types of files to choose from, such as `image/png`; null if it is not a field for a file. */
  accept: string | null
  autocomplete: string
  inputmode: string
  /** The label of the Enter key on a phone: `next` for the next field, `go` for the button of the form. */
  enterKey: 'next' | 'go'
  maxlength: number
  /** The options of a menu; null for a text field. */
  options: Option[] | null
  /** The height of a text of several lines; null for one line. */
  rows: number | null
  /** Whether it is a box to tick. Its value is then `1` if it is ticked. */
  isBox: boolean
  /** Whether it shares its row with another short field. */
  half: boolean
  /** An email address that looks misspelt. It is sent again, so that a second press accepts it. */
  kept: string | null
  /** Whether keyboards must not correct or capitalize it, as for email addresses. */
  asTyped: boolean
  /** Whether it gets the focus when the page loads, as the only field with an error. */
  focus: boolean
  /** A search for further options. */
  search?: FieldSearch | undefined
}

/** A search for options of a field, if there are more than it shows. */
export interface FieldSearch {
  id: string
  name: string
  /** The name of the hidden field with the text whose results are shown. */
  shown: string
  /** The value of its button. */
  action: string
  label: string
  text: string
  /** The longest text. */
  most: number
  /** The number of options that were found, and the next step. */
  status: string
  /** Whether the field of the search gets the focus when the page loads, or the field with the options. */
  focus: boolean
  focusOptions: boolean
}

/** Fields that belong together, with an optional heading. */
export interface FieldGroup {
  legend: string | null
  fields: FieldView[]
  /** Set for further groups of the same kind, which most forms do not need: the legend unfolds them, and is then the title. */
  oneMore?: { open: boolean; title: string }
  /** The button that empties the fields, and whether it was pressed: the focus is then here. */
  clear?: { id: string; label: string; action: string; isDone: boolean }
  /** Fields behind a link, because few customers need them. */
  folded?: { label: string; open: boolean; fields: FieldView[]; search?: FieldSearch | undefined }
}

/** Returns whether any of these groups has options to search for. */
export function hasSearch(groups: readonly FieldGroup[]): boolean {
  return groups.some(
    (group) =>
      group.folded?.search !== undefined || fieldsIn(group).some(({ search }) => search !== undefined),
  )
}

/** Returns all fields of a group, in the order of the page. */
export function fieldsIn({ fields, folded }: FieldGroup): FieldView[] {
  return folded ? [...fields, ...folded.fields] : fields
}

interface FieldAttributes extends Partial<
  Pick<
    FieldView,
    | 'hint'
    | 'unit'
    | 'placeholder'
    | 'required'
    | 'type'
    | 'accept'
    | 'autocomplete'
    | 'inputmode'
    | 'maxlength'
    | 'options'
    | 'rows'
    | 'isBox'
    | 'half'
    | 'search'
  >
> {
  label: string
  /** A hint that the error of the field replaces, because both state which values are possible. */
  limit?: string
  /** The known value, shown until the customer types another. */
  known: string | null
}

/** The typed values of a form, and its errors. */
export interface FormState {
  locale: Locale
  /** The typed values, by the form's flat names. */
  typed: Record<string, string>
  /** Sentence keys by form field. The key '' is for errors that concern no field. */
  errors: Record<string, string>
  /** The parameters of those sentences, by form field. Amounts are in the smallest unit. */
  errorParams?: Record<string, Params>
}

/** Returns the form's field `name`, with its typed value and its error. */
export function fieldOf(
  input: FormState,
  name: string,
  { label, known, ...attributes }: FieldAttributes,
): FieldView {
  const id = idOf(name)
  const error = errorAt(input, name)
  const { limit = null, required = true, options = null, isBox = false } = attributes
  const hint = attributes.hint ?? (error === null ? limit : null)
  // A box that is not ticked is not sent.
  const isSent = isBox && Object.keys(input.typed).length > 0
  const value = input.typed[name] ?? (isSent ? '' : known) ?? ''
  return {
    id,
    name,
    label,
    optional: required || isBox ? null : translate(input.locale)('pay.optional'),
    required,
    hint,
    unit: attributes.unit ?? null,
    placeholder: attributes.placeholder ?? null,
    value,
    error,
    describedBy: [
      attributes.unit && `${id}-unit`,
      hint && `${id}-hint`,
      error && `${id}-error`,
      attributes.search && `${attributes.search.id}-status`,
    ]
      .filter(Boolean)
      .join(' '),
    type: attributes.type ?? 'text',
    accept: attributes.accept ?? null,
    autocomplete: attributes.autocomplete ?? 'off',
    inputmode: attributes.inputmode ?? 'text',
    enterKey: 'go',
    maxlength: attributes.maxlength ?? 255,
    options: options?.map((option) => ({ ...option, selected: option.value === value })) ?? null,
    rows: attributes.rows ?? null,
    isBox,
    half: attributes.half ?? false,
    kept: input.errors[name] === 'errors.email_misspelt' ? value : null,
    asTyped: attributes.type === 'email',
    focus: isOnlyWrong(input.errors, name) || attributes.search?.focusOptions === true,
    ...(attributes.search && { search: attributes.search }),
  }
}

/** Returns a field for an amount of a currency, as `readAmount` reads it. */
export function amountField(
  input: FormState,
  name: string,
  currency: string,
  attributes: FieldAttributes,
): FieldView {
  return fieldOf(input, name, {
    ...{ inputmode: 'decimal', maxlength: 40, unit: currencySign(currency, input.locale) },
    placeholder: new Intl.NumberFormat(input.locale).format(10_000),
    ...attributes,
  })
}

/** Returns the HTML id of a field: `delivery_address-line1` for `delivery_address[line1]`. */
export function idOf(name: string): string {
  return name.replace(/\W+/g, '-').replace(/-$/, '')
}

/** Returns the error sentence of a field, or null. */
export function errorAt(
  { errors, errorParams = {}, locale }: Omit<FormState, 'typed'>,
  name: string,
): string | null {
  return sentenceOf(errors[name], locale, errorParams[name])
}

/** Returns the problems of a form, each with a link to its field. `idFor` returns the field's id; null if there is no field. */
export function problemsIn(
  { errors, errorParams = {}, locale }: Omit<FormState, 'typed'>,
  idFor: (name: string) => string | null = (name) => name || null,
): Problem[] {
  return Object.entries(errors).map(([name, key]) => {
    const id = idFor(name)
    return { text: sentenceOf(key, locale, errorParams[name]) ?? '', href: id && `#${id}` }
  })
}

/** Returns the sentence of a catalogue key. Any other text is returned unchanged. */
export function sentenceOf(key: string | undefined, locale: Locale, params: Params = {}): string | null {
  if (key === undefined) return null
  return isSentenceKey(key) ? translate(locale)(key, params) : key
}
