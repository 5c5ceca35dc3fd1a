import type { Schema } from '../../common/kit/shape.ts'

/** A line of a table of parameters or properties. */
export interface Field {
  name: string
  type: string
  isRequired: boolean
  description: string
  /** The limits of its values: "at most 255 characters". */
  limits: string
  /** The object of the reference that it contains. */
  object: { id: string; name: string } | null
  /** The fields of the nested object or list element, with a name such as `items[]`. */
  inner: { name: string; fields: Field[] } | null
}

/** Returns the properties of a schema in order, including nested ones. */
export function fieldsOf(schema: Schema): Field[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => {
    const fields = fieldsOf(elementOf(property))
    return {
      name,
      isRequired: required.includes(name),
      ...valueOf(property),
      inner: fields.length > 0 ? { name: `${name}${property.items ? '[]' : ''}`, fields } : null,
    }
  })
}

type Scalar = string | number | boolean

/** Returns the type, description and limits of a value. */
export function valueOf(schema: Schema): Pick<Field, 'type' | 'description' | 'limits' | 'object'> {
  const { description, default: fallback } = schema as { description?: string; default?: Scalar }
  const object = objectOf(schema)
  return {
    type: typeOf(schema) + (canBeNull(schema) ? ' or null' : ''),
    description: [description, fallback !== undefined && `Default: \`${String(fallback)}\`.`]
      .filter(Boolean)
      .join(' '),
    limits: limitsOf(elementOf(schema), schema),
    object,
  }
}

/** Returns the element of a list, the alternative that is not null, or the schema itself. */
function elementOf(schema: Schema): Schema {
  const { items, anyOf } = schema as { items?: Schema; anyOf?: Schema[] }
  if (items) return elementOf(items)
  const [known] = anyOf?.filter(({ type }) => type !== 'null') ?? []
  return anyOf?.length === 2 && known && canBeNull(schema) ? known : schema
}

function canBeNull({ type, anyOf }: Schema): boolean {
  const among = (anyOf as Schema[] | undefined)?.some((one) => one.type === 'null') ?? false
  return among || (Array.isArray(type) && type.includes('null'))
}

function objectOf(schema: Schema): Field['object'] {
  const { $ref: direct, anyOf } = elementOf(schema) as { $ref?: string; anyOf?: Schema[] }
  const reference = direct ?? (anyOf?.length === 2 ? (anyOf[0]?.$ref as string | undefined) : undefined)
  const name = reference?.split('/').at(-1)
  return name === undefined ? null : { id: `object-${name}`, name }
}

const TYPES: Record<string, readonly [one: string, many: string]> = {
  string: ['text', 'texts'],
  integer: ['whole number', 'whole numbers'],
  boolean: ['true or false', 'booleans'],
  object: ['object', 'objects'],
  time: ['time', 'times'],
}

function typeOf(schema: Schema): string {
  const { items, type } = schema as { items?: Schema; type?: string | string[] }
  if (items) return `list of ${namesOf(items)[1]}`
  return type === 'null' ? 'null' : namesOf(schema)[0]
}

function namesOf(schema: Schema): readonly [one: string, many: string] {
  const {
    type = 'object',
    format,
    items,
  } = schema as { type?: string | string[]; format?: string; items?: Schema }
  if (items) {
    const elements = namesOf(items)[1]
    return [`list of ${elements}`, `lists of ${elements}`]
  }
  const [name = ''] = format === 'date-time' ? ['time'] : [type].flat()
  const names = TYPES[name]
  if (!names) throw new Error(`the reference has no name for the type ${name}`)
  return names
}

const MOST = Number.MAX_SAFE_INTEGER

function limitsOf(element: Schema, whole: Schema): string {
  const {
    minimum,
    maximum,
    maxLength,
    enum: values,
  } = element as Record<string, number | undefined> & {
    enum?: (Scalar | null)[]
  }
  const { minItems, maxItems, maxProperties } = whole as Record<string, number | undefined>
  const ceiling =
    maximum !== undefined && maximum < 999_999_999_999_999 && maximum < MOST ? maximum : undefined
  return [
    between(minItems, maxItems, 'elements'),
    maxProperties !== undefined && `at most ${maxProperties} keys`,
    between(ceiling === undefined ? undefined : minimum, ceiling, ''),
    maxLength !== undefined && `at most ${grouped(maxLength)} characters`,
    values &&
      `one of ${values
        .filter((value) => value !== null)
        .map((value) => `\`${String(value)}\``)
        .join(', ')}`,
    ...peersOf(element),
  ]
    .filter(Boolean)
    .join('; ')
}

/** Returns rules about the properties that an object must have: "exactly one of `price`, `price_id`". */
export function peersOf(schema: Schema): string[] {
  const { allOf = [] } = schema as { allOf?: Schema[] }
  return [schema, ...allOf].flatMap(({ oneOf, anyOf }) => [
    ...namedBy(oneOf, 'exactly one of'),
    ...namedBy(anyOf, 'at least one of'),
  ])
}

function namedBy(choices: unknown, label: string): string[] {
  const names =
    (choices as { required?: string[] }[] | undefined)?.flatMap(({ required = [] }) => required) ?? []
  // If the names repeat, the choice depends on another field, whose description covers it.
  const isOfOneField = new Set(names).size < names.length
  return names.length > 0 && !isOfOneField
    ? [`${label} ${names.map((name) => `\`${name}\``).join(', ')}`]
    : []
}

function between(least: number | undefined, most: number | undefined, of: string): string {
  const unit = of && ` ${of}`
  if (least !== undefined && most !== undefined) return `${grouped(least)} to ${grouped(most)}${unit}`
  if (most !== undefined) return `at most ${grouped(most)}${unit}`
  return least === undefined ? '' : `at least ${grouped(least)}${unit}`
}

function grouped(number: number): string {
  return new Intl.NumberFormat('en').format(number)
}
