import {
  DataTypes,
  Model,
  type ModelAttributeColumnOptions,
  type ModelStatic,
  type Sequelize,
} from 'sequelize'
import { type CamelCase, camelCase } from '../common/kit/camel-case.ts'
import type { Column } from '../common/kit/column.ts'
import type { Value } from './bind.ts'
import type { Table } from './define-table.ts'

/** The attributes of a table's model: its columns in camel case. */
type Attributes<Of extends Table> = {
  -readonly [Name in keyof Of['columns'] & string as CamelCase<Name>]: Of['columns'][Name]['value']
}

/** The attributes that a new row may leave out. */
type OptionalNames<Of extends Table> = {
  [Name in keyof Of['columns'] & string]: Of['columns'][Name]['optional'] extends true
    ? CamelCase<Name>
    : never
}[keyof Of['columns'] & string]

type NewAttributes<Of extends Table> = Omit<Attributes<Of>, OptionalNames<Of>> &
  Partial<Pick<Attributes<Of>, OptionalNames<Of> & keyof Attributes<Of>>>

type ModelOf<Of extends Table> = ModelStatic<Model<Attributes<Of>, NewAttributes<Of>> & Attributes<Of>>

type Definition = (sequelize: Sequelize) => void

const definitions: Definition[] = []
let known: Sequelize | undefined

/**
 * Returns the Sequelize model of a table: `export const Payment = modelOf(paymentsTable)`. Its attributes are the
 * columns in camel case; types and defaults come from the table's definition.
 */
export function modelOf<Of extends Table>({ name, columns }: Of): ModelOf<Of> {
  class Row extends Model {}
  const attributes = Object.fromEntries(
    Object.entries(columns).map(([column, { definition }]) => {
      const attribute = camelCase(column)
      return [attribute, attributeOf(attribute, column, definition)]
    }),
  )
  const define: Definition = (sequelize) => Row.init(attributes, { sequelize, tableName: name })
  definitions.push(define)
  if (known) define(known)
  return Row as unknown as ModelOf<Of>
}

/** Tells Sequelize about every model, also about those whose module is loaded later. */
export function defineModels(sequelize: Sequelize): Sequelize {
  known = sequelize
  for (const define of definitions) define(sequelize)
  return sequelize
}

function attributeOf(
  attribute: string,
  field: string,
  { type, isNullable, isGenerated, default: defaultValue, form }: Column['definition'],
): ModelAttributeColumnOptions {
  return {
    field,
    type: typeOf(type, form),
    allowNull: isNullable,
    ...(defaultValue !== null && { defaultValue: form === 'boolean' ? Boolean(defaultValue) : defaultValue }),
    ...(isGenerated && { primaryKey: true, autoIncrement: true }),
    ...(form === 'json' && asJson(attribute)),
  }
}

const LENGTH = /\d+/

function typeOf(type: string, form: Column['definition']['form']): ModelAttributeColumnOptions['type'] {
  if (form === 'boolean') return DataTypes.BOOLEAN
  const [name = ''] = /^\w+/.exec(type) ?? []
  const length = Number(LENGTH.exec(type)?.[0])
  switch (name) {
    case 'varchar':
      return DataTypes.STRING(length)
    case 'char':
      return DataTypes.CHAR(length)
    case 'binary':
      return DataTypes.STRING(length, true)
    case 'datetime':
      return DataTypes.DATE(length)
    case 'text':
    case 'mediumtext':
      return DataTypes.TEXT('medium')
    case 'blob':
    case 'mediumblob':
      return DataTypes.BLOB('medium')
    default:
      return name === 'bigint' ? DataTypes.BIGINT : DataTypes.INTEGER
  }
}

/** A value stored as JSON text, see `json` in common/kit/column.ts. */
function asJson(attribute: string): Pick<ModelAttributeColumnOptions, 'get' | 'set'> {
  return {
    get() {
      const text = this.getDataValue(attribute) as string | null
      return text === null ? null : (JSON.parse(text) as unknown)
    },
    set(value: unknown) {
      this.setDataValue(attribute, value === null ? null : JSON.stringify(value))
    },
  }
}

const columns = new WeakMap<ModelStatic<Model>, ReadonlyMap<string, string>>()

/** Returns the column of each attribute of a model. */
export function columnsOf(model: ModelStatic<Model>): ReadonlyMap<string, string> {
  const known = columns.get(model)
  if (known) return known
  const found = new Map(
    Object.entries(model.getAttributes()).map(([name, { field }]) => [name, field ?? name]),
  )
  columns.set(model, found)
  return found
}

/** Returns the table that a model's row belongs to. */
export function tableOf(row: Model): string {
  return (row.constructor as ModelStatic<Model>).tableName
}

/** Returns a row's values by column, as a statement writes them. */
export function valuesOf(row: Model, attributes: readonly string[]): Record<string, Value> {
  const found = columnsOf(row.constructor as ModelStatic<Model>)
  return Object.fromEntries(
    attributes.map((name) => [found.get(name) ?? name, row.getDataValue(name) as Value]),
  )
}
