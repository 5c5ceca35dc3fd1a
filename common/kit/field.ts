/**
 * A field of an object, defined once: its name, type, description and example in the API, its column with its fate at an
 * erasure, and whether requests may give it. The object's schema, the table, SELECTs, rows, the conversion of rows, and the
 * schemas of request bodies are derived from the definition.
 */
import { camelCase, type CamelCased } from './camel-case.ts'
import type { Column, Fate } from './column.ts'
import type { Rule } from './rule.ts'
import { Kind, nullable } from './shape.ts'
import { isoOrNull } from './time.ts'

/** How requests give a field. */
export interface Given {
  /** A request that creates the object takes it, and requires it if its column has no default. */
  readonly create?: true
  /** A PATCH takes it. Null clears it if its column is nullable. */
  readonly change?: true
  /** For a field of a checkout: "start again" copies it to the new checkout. */
  readonly again?: true
  /** The values that a request may give. By default they follow from the kind. */
  readonly as?: Rule
  /** The description in requests, if it is not the one in responses. */
  readonly says?: string
  /** The value returned for a JSON column that is null. By default it is null. */
  readonly ifNull?: unknown
}

type Ways = 'create' | 'change' | 'again'

type AnyColumn = Column<unknown, unknown, boolean, Fate>

/** A property of an object that is stored in a column of the same name and returned as it is stored. */
export class Field<
  Value = unknown,
  out Of extends AnyColumn = AnyColumn,
  out How extends Given = Given,
> extends Kind<Value, Value> {
  readonly column: Of
  readonly given: How

  constructor(kind: Kind<Value, Value>, column: Of, given: How) {
    const { fate } = column.definition
    super(kind.schema, kind.example, kind.rule, fate === 'rewritten' ? kind.fate : (fate ?? undefined))
    this.column = column
    this.given = given
  }
}

type OrNull<Value, Of extends AnyColumn, How extends Given> = How extends { ifNull: unknown }
  ? Value
  : Value | Extract<Of['read'], null>

/** The column, with the kind's type if it is text or JSON. */
type Typed<Of extends AnyColumn, Value> =
  Of extends Column<infer Read, infer Stored, infer Optional, infer Erasing>
    ? NonNullable<Stored> extends Date | boolean | number
      ? Of
      : Column<
          NonNullable<Stored> extends string ? Value | Extract<Read, null> : Read,
          Value | Extract<Read, null>,
          Optional,
          Erasing
        >
    : never

/** The type of a column's value in the API. */
type Shown<Of extends AnyColumn> =
  NonNullable<Of['value']> extends Date ? string | Extract<Of['read'], null> : Of['value']

/** Defines a field. It is nullable if its column is, unless `ifNull` replaces null. */
export function field<Value extends Shown<Of>, Of extends AnyColumn, const How extends Given = object>(
  kind: Kind<Value>,
  column: Of,
  given?: How,
): Field<OrNull<Value, Of, How>, Typed<Of, NonNullable<Value>>, How> {
  const { isNullable } = column.definition
  const isShownNull = isNullable && given?.ifNull === undefined && !kind.isNullable
  const shown = isShownNull ? nullable(kind) : kind
  return new Field(shown as Kind<never, never>, column as never, (given ?? {}) as How)
}

export type Properties = Readonly<Record<string, Kind<unknown>>>

/** The names of the properties that are fields. */
export type FieldNames<Of extends Properties> = {
  [Name in keyof Of & string]: Of[Name] extends Field ? Name : never
}[keyof Of & string]

type ColumnOf<Property> = Property extends Field<unknown, infer Of> ? Of : never

/** Returns the fields among the properties of an object, in order. */
export function fieldsOf(properties: Properties): [name: string, field: Field][] {
  return Object.entries(properties).flatMap(([name, kind]) => (kind instanceof Field ? [[name, kind]] : []))
}

/** Returns the names of the fields among the properties of an object, in order. */
export function fieldNames<Of extends Properties>(properties: Of): FieldNames<Of>[] {
  return fieldsOf(properties).map(([name]) => name as FieldNames<Of>)
}

/** Returns the columns of an object's fields, for the definition of its table. */
export function columnsIn<Of extends Properties>(
  properties: Of,
): { readonly [Name in FieldNames<Of>]: ColumnOf<Of[Name]> } {
  return Object.fromEntries(fieldsOf(properties).map(([name, { column }]) => [name, column])) as never
}

/** The columns of an object's fields in a row, as mysql2 reads them. `Prefix` precedes each name in a joined row. */
export type FieldRow<Of extends Properties, Prefix extends string = ''> = {
  [Name in FieldNames<Of> as `${Prefix}${Name}`]: ColumnOf<Of[Name]>['read']
}

/** Returns the names of the fields in a row that hold times. */
export function timesIn<Of extends Properties, Prefix extends string = ''>(
  properties: Of,
  prefix: Prefix = '' as Prefix,
): {
  readonly [
    Name in keyof FieldRow<Of, Prefix> as Date extends FieldRow<Of, Prefix>[Name] ? Name : never
  ]: true
} {
  const times = fieldsOf(properties).filter(([, { column }]) => isTime(column))
  return Object.fromEntries(times.map(([name]) => [prefix + name, true])) as never
}

function isTime({ definition }: Pick<AnyColumn, 'definition'>): boolean {
  return definition.type.startsWith('datetime')
}

/** The properties that are not fields: they are computed. */
type Computed<Of extends Properties> = {
  [Name in keyof Of as Of[Name] extends Field ? never : Name]: Of[Name]['inferred']
}

type Inferred<Of extends Properties> = { -readonly [Name in keyof Of]: Of[Name]['inferred'] }

type Values = Record<string, unknown>

/**
 * Returns a function that converts a row into its object: the fields as they are stored, and the computed properties that
 * it is given. The properties are in the order of their definition.
 */
export function serializerOf<Of extends Properties, Prefix extends string = ''>(
  properties: Of,
  prefix: Prefix = '' as Prefix,
): (row: FieldRow<Of, Prefix>, computed: Computed<Of>) => Inferred<Of> {
  const fields = fieldsOf(properties).map(([name, { column, given }]) => ({
    ...{ name, column: prefix + name, read: readerOf(column, given) },
  }))
  const names = fields.map(({ name }) => name)
  const columns = fields.map(({ column }) => column)
  const readers = fields.map(({ read }) => read)
  // Copies of one object share its shape: objects that get their names one by one are made and read more slowly.
  const empty = JSON.parse(
    JSON.stringify(Object.fromEntries(Object.keys(properties).map((name) => [name, null]))),
  ) as Values
  return (row, computed) => {
    const object = { ...empty }
    for (let place = 0; place < names.length; place += 1) {
      const value = (row as Values)[columns[place]!]
      const read = readers[place]
      object[names[place]!] = read ? read(value) : value
    }
    return Object.assign(object, computed) as unknown as Inferred<Of>
  }
}

/** Returns the conversion of a column's value; undefined if the value is shown as it is stored. */
function readerOf({ definition }: Pick<AnyColumn, 'definition'>, { ifNull }: Given) {
  if (isTime({ definition })) return (time: unknown) => isoOrNull(time as Date | null)
  if (definition.form === 'boolean') return Boolean
  if (definition.form !== 'json') return undefined
  const whole = ifNull === undefined ? null : JSON.stringify(ifNull)
  return (stored: unknown) => {
    const text = (stored as string | null) ?? whole
    return text === null ? null : (JSON.parse(text) as unknown)
  }
}

/** The names of the fields that are given in this way. */
export type GivenNames<Of extends Properties, Way extends Ways> = {
  [Name in keyof Of & string]: Of[Name] extends Field<unknown, AnyColumn, Readonly<Record<Way, true>>>
    ? Name
    : never
}[keyof Of & string]

type RequiredNames<Of extends Properties> = {
  [Name in GivenNames<Of, 'create'>]: ColumnOf<Of[Name]>['optional'] extends true ? never : Name
}[GivenNames<Of, 'create'>]

type ValueOf<Property> = NonNullable<ColumnOf<Property>['value']>

/** The fields that a request gives to create an object. */
export type Created<Of extends Properties> = {
  [Name in RequiredNames<Of>]: ValueOf<Of[Name]>
} & { [Name in Exclude<GivenNames<Of, 'create'>, RequiredNames<Of>>]?: ValueOf<Of[Name]> }

/** The fields that a PATCH gives. */
export type Changed<Of extends Properties> = {
  [Name in GivenNames<Of, 'change'>]?: ValueOf<Of[Name]> | Extract<ColumnOf<Of[Name]>['read'], null>
}

const given = new WeakMap<Properties, Partial<Record<Ways, readonly [name: string, field: Field][]>>>()

/** Returns the fields that are given in this way. Cached: a request that creates a checkout asks for them. */
export function givenFields(properties: Properties, way: Ways): readonly [name: string, field: Field][] {
  const known = given.get(properties) ?? {}
  given.set(properties, known)
  return (known[way] ??= fieldsOf(properties).filter(([, field]) => field.given[way]))
}

/** Returns the columns of a new row for the fields that a request gives, or may give: with their defaults. */
export function createdColumns<Of extends Properties>(
  properties: Of,
  input: Created<Of>,
): { [Name in GivenNames<Of, 'create'>]: ColumnOf<Of[Name]>['read'] } {
  const columns: Values = {}
  for (const [name, field] of givenFields(properties, 'create'))
    columns[name] = stored(field, (input as Values)[name] ?? field.column.definition.default)
  return columns as never
}

/** Returns the columns of a row that a PATCH changes. */
export function changedColumns<Of extends Properties>(
  properties: Of,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- it has the fields of each object
  changes: Changed<Of>,
): { [Name in GivenNames<Of, 'change'>]?: ColumnOf<Of[Name]>['read'] } {
  const values = changes as Values
  return Object.fromEntries(
    givenFields(properties, 'change').flatMap(([name, field]) =>
      values[name] === undefined ? [] : [[name, stored(field, values[name])]],
    ),
  ) as never
}

/** Returns the attributes of a model for the fields that a request gives to create an object. Its defaults are the model's. */
export function createdAttributes<Of extends Properties>(
  properties: Of,
  input: Created<Of>,
): CamelCased<Created<Of>> {
  return attributesOf(properties, 'create', input) as never
}

/** Returns the attributes of a model that a PATCH changes. */
export function changedAttributes<Of extends Properties>(
  properties: Of,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- it has the fields of each object
  changes: Changed<Of>,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- as above
): CamelCased<Changed<Of>> {
  return attributesOf(properties, 'change', changes) as never
}

function attributesOf(properties: Properties, way: Ways, values: Values): Values {
  return Object.fromEntries(
    givenFields(properties, way).flatMap(([name]) =>
      values[name] === undefined ? [] : [[camelCase(name), values[name]]],
    ),
  )
}

function stored({ column }: Field, value: unknown): unknown {
  return column.definition.form === 'json' && value !== null ? JSON.stringify(value) : value
}
