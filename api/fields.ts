import Joi, { type CustomHelpers, type ObjectSchema } from 'joi'
import { isEmail } from '../common/kit/email.ts'
import type { Params } from '../common/kit/refusal.ts'
import type { WebAddressRule } from '../common/kit/rule.ts'
import { lengthOf, unfit } from '../common/kit/text.ts'
import { parseTime, unfitTime } from '../common/kit/time.ts'
import { unfitAddress, unknownPlaceholder } from '../common/kit/web-address.ts'
import { now } from '../common/runtime/clock.ts'

/**
 * Returns a problem with our own sentence. `message` follows the field's path, such as `must be a time`. `params` are
 * for forms, which have their own sentences.
 */
export function invalid(helpers: CustomHelpers, message: string, params: Params = {}) {
  return helpers.error('any.custom.message', { message, params })
}

const UNFIT = {
  control: 'must not contain control characters, such as line breaks',
  surrogate: 'must be well-formed Unicode text',
}

/** Returns a schema for text of up to `longest` code points, with line breaks only if `lineBreaks` is true. */
export function text(longest: number, { lineBreaks = false } = {}) {
  return Joi.string()
    .custom((value: string, helpers) => {
      const reason = unfit(value, lineBreaks)
      if (reason) return invalid(helpers, UNFIT[reason], { unfit: reason })
      if (lengthOf(value) > longest)
        return invalid(helpers, `must be at most ${longest} characters long`, { longest })
      return value
    })
    .meta({ maxLength: longest })
}

/** Returns a schema for text that matches `regex`. `form` describes it: "1 to 100 characters of A-Z and 0-9". */
export function pattern(regex: RegExp, form: string) {
  return Joi.string()
    .custom((value: string, helpers) => (regex.test(value) ? value : invalid(helpers, `must be ${form}`)))
    .meta({ pattern: regex.source, form })
}

/** Returns a schema for text that `fits` accepts. `form` describes it: "a currency of ISO 4217". */
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

/** Returns a schema for the lookup key of a price. A number is refused with a hint to the field for its id. */
export function priceKey() {
  return text(100).meta({ byNumber: 'price_id' })
}

/** Returns a schema for an ISO 8601 timestamp with an offset, converted to a `Date`. */
export function timestamp() {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const time = typeof value === 'string' ? parseTime(value) : null
      return time ?? invalid(helpers, unfitTime(value))
    })
    .meta({ format: 'date-time', missing: 'is required: a time, such as 2026-01-31T09:30:00Z' })
}

/** Returns a schema for a timestamp that is not in the future. `advice` has no full stop. */
export function pastTime(advice: string) {
  return timestamp().custom((time: Date, helpers) =>
    time <= now() ? time : invalid(helpers, `is in the future. ${advice}`),
  )
}

/** Returns a schema for up to 20 keys of at most 40 characters with values of at most 500. */
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
    .description('Your own keys and values, returned with the object. A new value replaces all of them.')
}

function inTestMode({ prefs }: CustomHelpers): boolean {
  return (prefs.context as { isTest?: boolean } | undefined)?.isTest === true
}

/**
 * Returns a schema for an absolute web address of at most 2,048 characters without credentials. It must be `https:`.
 * `http:` is allowed in test mode (unless both modes share the field) and for localhost.
 */
export function webAddress({ bothModes = false, placeholders }: WebAddressRule = {}) {
  return Joi.string()
    .custom((value: string, helpers) => {
      const reason =
        unfitAddress(value, { http: inTestMode(helpers) && !bothModes }) ??
        (placeholders ? unknownPlaceholder(value, placeholders) : null)
      return reason === null ? value : invalid(helpers, reason)
    })
    .meta({
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
      maxLength: 2048,
      missing: 'is required: an address that starts with https://',
    })
}

const EMAIL_FORM = 'an e-mail address, such as name@example.com'

export function email() {
  return Joi.string()
    .custom((value: string, helpers) => (isEmail(value) ? value : invalid(helpers, `must be ${EMAIL_FORM}`)))
    .meta({ format: 'email', maxLength: 254, missing: `is required: ${EMAIL_FORM}` })
}

/** Returns a schema for `?page=`, a whole number from 1. Query values are text. */
export function page() {
  return queryNumber({ least: 1 }, 'must be a whole number from 1')
}

export function queryId() {
  return queryNumber({ least: 1 }, 'must be an id: a whole number')
}

/** Returns a schema for a boolean such as `?active=`. Query values are text. */
export function queryBoolean() {
  return Joi.any()
    .custom((value: unknown, helpers) =>
      value === 'true' || value === 'false' ? value === 'true' : invalid(helpers, 'must be true or false'),
    )
    .meta({ type: 'boolean' })
}

/** Returns a schema for a field that only creation can set. A change that sends it is refused with `advice`, which has no full stop. */
export function fixed(advice: string) {
  return Joi.any()
    .custom((_value: unknown, helpers) => invalid(helpers, `cannot be changed. ${advice}`))
    .meta({ fixed: true })
}

/** Returns a schema for a field that is not allowed with the others. `message` follows its path. */
export function misplaced(message: string) {
  return Joi.any()
    .custom((_value: unknown, helpers) => invalid(helpers, message))
    .meta({ misplaced: true })
}

/** Returns a schema for a whole number in a query. `message` follows its name if it is refused. */
export function queryNumber({ least, most = Infinity }: { least: number; most?: number }, message: string) {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const number = typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : NaN
      return number >= least && number <= most ? number : invalid(helpers, message)
    })
    .meta({ type: 'integer', minimum: least, ...(most < Infinity && { maximum: most }) })
}

/** Returns a schema for a time in a query, not before the times in the parameters `after`. */
export function queryTime(after: readonly string[] = []) {
  return Joi.any()
    .custom((value: unknown, helpers) => {
      const time = timeIn(value)
      if (!time) return invalid(helpers, unfitTime(value))
      const [query = {}] = helpers.state.ancestors as readonly Readonly<Record<string, unknown>>[]
      const later = after.find((name) => (timeIn(query[name]) ?? time) > time)
      return later === undefined ? time : invalid(helpers, `must not be before ${later}. Swap them`)
    })
    .meta({ type: 'string', format: 'date-time' })
}

/** Parses a time in a query, in which an unescaped `+` arrives as a space. */
function timeIn(value: unknown): Date | null {
  if (value instanceof Date) return value // already read
  return typeof value === 'string' ? parseTime(value.replace(' ', '+')) : null
}

/** Returns a schema for one or more of `values`, separated by commas. */
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
  return `one or more of ${values.map((value) => `'${value}'`).join(', ')}, separated by commas`
}

/** Returns the schema of a body or query. Unknown fields are refused, so it must name every field of `Value`. */
export function fields<Value>(keys: Joi.SchemaMap & Record<keyof Value, Joi.Schema>): ObjectSchema<Value> {
  return Joi.object<Value>(keys)
}
