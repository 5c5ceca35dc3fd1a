import Joi, { type CustomHelpers, type ObjectSchema } from 'joi'
import { isEmail } from '../common/kit/email.ts'
import { lengthOf, unfit } from '../common/kit/text.ts'
import { parseTime } from '../common/kit/time.ts'
import { unfitAddress } from '../common/kit/web-address.ts'

/** Returns a problem in our own words: `say` completes the sentence that begins with the field's path. */
export function invalid(helpers: CustomHelpers, say: string) {
  return helpers.error('any.custom.say', { say })
}

const UNFIT = {
  control: 'must not contain control characters',
  surrogate: 'must be well-formed Unicode text',
}

/** Text of up to `longest` code points; line breaks only where `lineBreaks` says so. */
export function text(longest: number, { lineBreaks = false } = {}) {
  return Joi.string()
    .custom((value: string, helpers) => {
      const reason = unfit(value, lineBreaks)
      if (reason) return invalid(helpers, UNFIT[reason])
      if (lengthOf(value) > longest) return invalid(helpers, `must be at most ${longest} characters long`)
      return value
    })
    .meta({ maxLength: longest })
}

/** Text of a fixed form; `form` says in words what it is: "1 to 100 characters of A-Z and 0-9". */
export function pattern(regex: RegExp, form: string) {
  return Joi.string()
    .custom((value: string, helpers) => (regex.test(value) ? value : invalid(helpers, `must be ${form}`)))
    .meta({ pattern: regex.source, form })
}

/** Text that `fits` knows; `form` says in words what that is: "a currency of ISO 4217". */
export function matching(fits: (value: string) => boolean, form: string) {
  return Joi.string()
    .custom((value: string, helpers) => (fits(value) ? value : invalid(helpers, `must be ${form}`)))
    .meta({ form })
}

export function id() {
  return Joi.number().integer().min(1).meta({ isId: true })
}

export const MOST_UNIT_AMOUNT = 999_999_999_999

export function amount(least = 0) {
  return Joi.number().integer().min(least).max(MOST_UNIT_AMOUNT).meta({ isAmount: true })
}

export function wholeNumber(least: number, most: number) {
  return Joi.number().integer().min(least).max(most)
}

/** The lookup key of a price; a number in its place is told to go where its id goes. */
export function priceKey() {
  return text(100).meta({ byNumber: 'price_id' })
}

/** Any ISO 8601 timestamp with an offset; validated into a `Date`. */
export function timestamp() {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const time = typeof value === 'string' ? parseTime(value) : null
      return time ?? invalid(helpers, 'must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z')
    })
    .meta({ format: 'date-time' })
}

/** Up to 20 keys of at most 40 characters with values of at most 500. */
export function metadata() {
  return Joi.object()
    .max(20)
    .pattern(
      Joi.string()
        .custom((key: string, helpers) =>
          lengthOf(key) <= 40 && !unfit(key) ? key : helpers.error('any.invalid'),
        )
        .meta({ maxLength: 40 }),
      text(500, { lineBreaks: true }),
    )
    .description('Your own keys and values, returned with the object; sent again, it is replaced whole.')
}

function inTestMode({ prefs }: CustomHelpers): boolean {
  return (prefs.context as { isTest?: boolean } | undefined)?.isTest === true
}

/**
 * An absolute web address of at most 2,048 characters without credentials: `https:`, and `http:` too
 * in test mode (unless both modes share the field), or where it leads to this machine.
 */
export function webAddress({ bothModes = false } = {}) {
  return Joi.string()
    .custom((value: string, helpers) => {
      const say = unfitAddress(value, { http: inTestMode(helpers) && !bothModes })
      return say === null ? value : invalid(helpers, say)
    })
    .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', maxLength: 2048 })
}

/** What becomes of the address of a picture; it is itself returned as it was given. */
export const OUR_COPY =
  'We show a small copy of our own, made within moments of a PNG, JPEG, WebP or GIF of at most 2 MiB at a public ' +
  'address; redirects are not followed. Give the address again for a fresh copy.'

export function email() {
  return Joi.string()
    .custom((value: string, helpers) =>
      isEmail(value) ? value : invalid(helpers, 'must be an e-mail address, such as name@example.com'),
    )
    .meta({ format: 'email', maxLength: 254 })
}

/** `?page=`: a whole number from 1. Query values are text. */
export function page() {
  return queryNumber({ least: 1 }, 'must be a whole number from 1')
}

export function queryId() {
  return queryNumber({ least: 1 }, 'must be an id: a whole number')
}

/** `?active=`: query values are text. */
export function queryBoolean() {
  return Joi.any()
    .custom((value: unknown, helpers) =>
      value === 'true' || value === 'false' ? value === 'true' : invalid(helpers, 'must be true or false'),
    )
    .meta({ type: 'boolean' })
}

/** A field that only creation sets. Naming it in a change is refused; `say`, without its full stop, tells what to do. */
export function fixed(say: string) {
  return Joi.any()
    .custom((_value: unknown, helpers) => invalid(helpers, `cannot be changed. ${say}`))
    .meta({ fixed: true })
}

/** A field that makes no sense beside the others; `say` completes the sentence that begins with its path. */
export function misplaced(say: string) {
  return Joi.any()
    .custom((_value: unknown, helpers) => invalid(helpers, say))
    .meta({ misplaced: true })
}

/** A whole number of a query; `say` completes the sentence that begins with its name. */
export function queryNumber({ least, most = Infinity }: { least: number; most?: number }, say: string) {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const number = typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : NaN
      return number >= least && number <= most ? number : invalid(helpers, say)
    })
    .meta({ type: 'integer', minimum: least, ...(most < Infinity && { maximum: most }) })
}

/** A time of a query, in which a `+` that was not escaped has become a blank. */
export function queryTime() {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const time = typeof value === 'string' ? parseTime(value.replace(' ', '+')) : null
      return time ?? invalid(helpers, 'must be an ISO 8601 time with an offset, such as 2026-01-31T09:30:00Z')
    })
    .meta({ type: 'string', format: 'date-time' })
}

/** One of several values, or several of them with commas between. */
export function queryValues(values: readonly string[]) {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const given = typeof value === 'string' ? value.split(',') : []
      const isKnown = given.length > 0 && given.every((one) => values.includes(one))
      return isKnown ? Array.from(new Set(given)) : invalid(helpers, `must be ${anyOf(values)}`)
    })
    .meta({ type: 'array', items: { type: 'string', enum: values } })
}

function anyOf(values: readonly string[]): string {
  return `one or more of ${values.map((value) => `'${value}'`).join(', ')}, with commas between`
}

/** The schema of a body or query: what is not named is refused, so every field of `Value` must be. */
export function fields<Value>(keys: Joi.SchemaMap & Record<keyof Value, Joi.Schema>): ObjectSchema<Value> {
  return Joi.object<Value>(keys)
}
