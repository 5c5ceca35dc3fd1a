import type { Locale } from '../../../common/kit/format.ts'
import { isSentenceKey } from '../../../common/services/text/catalogue.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import { isOnlyWrong } from './problems.ts'

export interface Option {
  value: string
  label: string
  selected: boolean
}

/** One labelled field, with what browsers and screen readers need to know about it. */
export interface FieldView {
  id: string
  name: string
  label: string
  /** The word that marks a field as optional; required ones are not marked. */
  optional: string | null
  required: boolean
  hint: string | null
  value: string
  error: string | null
  describedBy: string
  type: 'text' | 'email' | 'tel' | 'number'
  autocomplete: string
  inputmode: string
  maxlength: number
  /** Of a choice between given answers; null where the answer is typed. */
  options: Option[] | null
  /** A field of a word or two shares its row with another. */
  half: boolean
  /** An address is typed letter by letter: a keyboard should neither mend nor raise any of them. */
  asTyped: boolean
  /** Whether it takes the focus when the page comes: it is the one thing to be put right. */
  focus: boolean
}

/** Fields that belong together, under a heading where they need one. */
export interface FieldGroup {
  legend: string | null
  fields: FieldView[]
}

interface Asked extends Partial<
  Pick<
    FieldView,
    'hint' | 'required' | 'type' | 'autocomplete' | 'inputmode' | 'maxlength' | 'options' | 'half'
  >
> {
  label: string
  /** What we know already, shown until something is typed. */
  known: string | null
}

/** What was typed in a form, and what is wrong with it. */
export interface Filled {
  locale: Locale
  /** What was typed, by the form's flat names. */
  typed: Record<string, string>
  /** Form field → key in the catalogue; '' holds what concerns no field. */
  errors: Record<string, string>
  /** What the sentence at a field speaks of; an amount is whole units of the currency. */
  errorParams?: Record<string, Params>
}

/** The field `name` of the form: what was typed in it, what is wrong with it. */
export function fieldOf(input: Filled, name: string, { label, known, ...asked }: Asked): FieldView {
  const id = idOf(name)
  const error = errorAt(input, name)
  const { hint = null, required = true, options = null } = asked
  const value = input.typed[name] ?? known ?? ''
  return {
    id,
    name,
    label,
    optional: required ? null : translate(input.locale)('pay.optional'),
    required,
    hint,
    value,
    error,
    describedBy: [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' '),
    type: asked.type ?? 'text',
    autocomplete: asked.autocomplete ?? 'off',
    inputmode: asked.inputmode ?? 'text',
    maxlength: asked.maxlength ?? 255,
    options: options?.map((option) => ({ ...option, selected: option.value === value })) ?? null,
    half: asked.half ?? false,
    asTyped: asked.type === 'email',
    focus: isOnlyWrong(input.errors, name),
  }
}

/** The field's id in the page: `delivery_address[line1]` → `delivery_address-line1`. */
export function idOf(name: string): string {
  return name.replace(/\W+/g, '-').replace(/-$/, '')
}

export function errorAt(
  { errors, errorParams = {}, locale }: Omit<Filled, 'typed'>,
  name: string,
): string | null {
  return sentenceOf(errors[name], locale, errorParams[name])
}

/** What a key of the catalogue says; other text is shown as it is. */
export function sentenceOf(key: string | undefined, locale: Locale, params: Params = {}): string | null {
  if (key === undefined) return null
  return isSentenceKey(key) ? translate(locale)(key, params) : key
}
