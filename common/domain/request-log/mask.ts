import { fieldsOf, type Properties } from '../../kit/field.ts'
import { cut } from '../../kit/text.ts'
import { checkoutItemProperties, checkoutProperties } from '../checkouts/object.ts'
import { customerProperties } from '../customers/object.ts'
import { invoiceProperties } from '../invoices/object.ts'
import { paymentLinkProperties } from '../payment-links/object.ts'
import { paymentProperties } from '../payments/object.ts'
import { priceProperties } from '../prices/object.ts'
import { productProperties } from '../products/object.ts'
import { promotionCodeProperties } from '../promotion-codes/object.ts'
import { refundProperties } from '../refunds/object.ts'
import { subscriptionProperties } from '../subscriptions/object.ts'

const MASK = '***'
/** The longest text of one value, and of a whole body. */
const LONGEST_VALUE = 200
const LONGEST = 4_000
const MOST_ENTRIES = 50
const DEEPEST = 8

const objects: readonly Properties[] = [
  ...[checkoutProperties, checkoutItemProperties, customerProperties, invoiceProperties],
  ...[paymentLinkProperties, paymentProperties, priceProperties, productProperties],
  ...[promotionCodeProperties, refundProperties, subscriptionProperties],
]
/** The names of properties that an erasure deletes in some object, and of those that hold answers of customers. */
const personal = new Set([
  ...objects
    .flatMap(fieldsOf)
    .filter(([, { column }]) => column.definition.fate === 'erased')
    .map(([name]) => name),
  'custom_fields',
])

/** The names of values that can be shown. An unknown name may be anything, so its value is masked. */
const shown = new Set(objects.flatMap((one) => Object.keys(one)).filter((name) => !personal.has(name)))

const NAME = /^\w{1,50}$/

/**
 * Returns the body of a request as JSON text to store: the names and the values of known properties, without values that
 * can name a person. A long body is cut, so the text may not be valid JSON.
 */
export function maskedBody(body: unknown): string {
  return cut(JSON.stringify(masked(body, '', 0)), LONGEST)
}

function masked(value: unknown, name: string, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (personal.has(name) || depth > DEEPEST) return MASK
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((one) => masked(one, name, depth + 1))
  if (typeof value === 'object') {
    const entries = Object.entries(value).slice(0, MOST_ENTRIES)
    return Object.fromEntries(
      entries.map(([key, one]) => [NAME.test(key) ? key : MASK, masked(one, key, depth + 1)]),
    )
  }
  if (!shown.has(name)) return MASK
  return typeof value === 'string' ? cut(withoutQuery(value, name), LONGEST_VALUE) : value
}

/** The query of an address may hold secrets, also of one that is refused since its beginning is wrong. */
function withoutQuery(text: string, name: string): string {
  const isAddress = name.endsWith('url') || /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  return isAddress ? text.replace(/[?#].*$/s, `?${MASK}`) : text
}

/** Returns an error response to store. Its sentences may repeat what was sent. */
export function maskedError(json: string): string {
  return cut(
    json
      // Word by word: one pattern with an @ in its middle would read long words again and again.
      .replace(/[^\s"'<>:,;()]+/g, (word) => (word.includes('@') ? MASK : word))
      .replace(/\+?\d[\d -]{6,}\d/g, MASK)
      .replace(/customer '[^']*'/g, `customer '${MASK}'`),
    LONGEST,
  )
}

/** Returns a path to store, without the reference of a customer. It has no query. */
export function maskedPath(path: string): string {
  return cut(path.replace(/(\/by-client-reference-id\/).*$/is, `$1${MASK}`), 255)
}
