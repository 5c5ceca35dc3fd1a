import Joi from 'joi'
import { type Field, givenFields, type GivenNames, type Properties } from '../common/kit/field.ts'
import type { Rules } from '../common/kit/rule.ts'
import {
  amount,
  email,
  fixed,
  id,
  matching,
  metadata,
  pattern,
  text,
  timestamp,
  webAddress,
  wholeNumber,
} from './fields.ts'

/** The schema of each kind of value. A limit that the rule does not name comes from the field. */
const schemas: { [Name in keyof Rules]: (field: Field, ...limits: Rules[Name]) => Joi.Schema } = {
  flag: () => Joi.boolean(),
  id: () => id(),
  amount: (_, least) => amount(least),
  wholeNumber: ({ schema }, least = schema.minimum as number, most = schema.maximum as number) =>
    wholeNumber(least, most),
  time: () => timestamp(),
  choice: ({ schema }) =>
    Joi.string().valid(...(schema.enum as (string | null)[]).filter((word) => word !== null)),
  text: ({ schema, column }, longest = (schema.maxLength as number | undefined) ?? lengthOf(column), more) =>
    text(longest, more),
  pattern: (_, regex, form) => pattern(regex, form),
  matching: (_, fits, form) => matching(fits, form),
  email: () => email(),
  webAddress: (_, more) => webAddress(more),
  metadata: () => metadata(),
}

function lengthOf({ definition: { type } }: Field['column']): number {
  const [, length] = /^(?:var)?char\((\d+)\)/.exec(type) ?? []
  if (length === undefined)
    throw new Error(`A text field of the type ${type} has no maximum length: pass one, or set maxLength.`)
  return Number(length)
}

function schemaOf(field: Field): Joi.Schema {
  const { as: [name, ...limits] = field.rule ?? [], says = field.schema.description as string } = field.given
  if (name === undefined)
    throw new Error(`A field that requests may give has no rule: add one, such as "text". The field: ${says}`)
  const build = schemas[name] as (field: Field, ...limits: unknown[]) => Joi.Schema
  return build(field, ...limits).description(says)
}

/** Returns the schemas of the fields that a request gives to create an object. */
export function created<Of extends Properties>(properties: Of) {
  return schemasOf<GivenNames<Of, 'create'>>(
    properties,
    'create',
    (schema, { default: initial, isNullable, form }) => {
      if (initial !== null) return schema.meta({ default: form === 'boolean' ? Boolean(initial) : initial })
      return isNullable ? schema : schema.required()
    },
  )
}

/** Returns the schemas of the fields that a PATCH gives; null clears those that are nullable. */
export function changed<Of extends Properties>(properties: Of) {
  return schemasOf<GivenNames<Of, 'change'>>(properties, 'change', (schema, { isNullable }) =>
    isNullable ? schema.allow(null) : schema,
  )
}

function schemasOf<Name extends PropertyKey>(
  properties: Properties,
  way: 'create' | 'change',
  adapt: (schema: Joi.Schema, definition: Field['column']['definition']) => Joi.Schema,
): Record<Name, Joi.Schema> {
  return Object.fromEntries(
    givenFields(properties, way).map(([name, field]) => [
      name,
      adapt(schemaOf(field), field.column.definition),
    ]),
  ) as Record<Name, Joi.Schema>
}

/** Returns schemas that refuse a PATCH of the fields that only creation can set. `say` says what to do instead. */
export function agreed(properties: Properties, say: string): Record<string, Joi.Schema> {
  return Object.fromEntries(
    givenFields(properties, 'create').flatMap(([name, { given }]) =>
      given.change ? [] : [[name, fixed(say)]],
    ),
  )
}

/** Returns the schemas in this order, then the others. It is the order in the reference and of a request's problems. */
export function inOrder<Schemas extends Record<string, Joi.Schema>>(
  first: string,
  schemas: Schemas,
): Schemas {
  const names = new Set([...first.split(' '), ...Object.keys(schemas)])
  return Object.fromEntries(Array.from(names, (name) => [name, schemas[name]])) as Schemas
}
