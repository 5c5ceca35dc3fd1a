import {
  DataTypes,
  type FindOptions,
  type InstanceUpdateOptions,
  Model,
  type ModelAttributeColumnOptions,
  type ModelStatic,
  type Sequelize,
} from 'sequelize'
import { type CamelCase, camelCase } from '../common/kit/camel-case.ts'
import type { Column } from '../common/kit/column.ts'
import type { Value } from './bind.ts'
import { withSlot } from './pool.ts'
import type { RowOwner } from './row-change.ts'
import type { Table } from './table.ts'

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

const models = new Map<Table, ModelStatic<Model>>()
let database: Sequelize | undefined
let connect: () => void = () => undefined

/** Tells how to define the models in Sequelize: a read of a model may be the first use of the database. */
export function connectModels(by: () => void): void {
  connect = by
}

/**
 * Creates the model of a table. Its attributes are the columns in camel case; types, defaults and the primary key come
 * from the table's definition.
 */
export function addModel(table: Table): void {
  /** A row with a project is updated, deleted and reloaded by it too, so that one project's statements concern no other. */
  class Row extends Model {
    override where(): object {
      const projectId = this.getDataValue('projectId') as number | undefined
      return projectId === undefined ? super.where() : { project_id: projectId, ...super.where() }
    }

    /** A new `updatedAt` is a change for the audit log, even if a test clock stands still and the time is the same. */
    override update(values: { updatedAt?: Date }, options?: InstanceUpdateOptions): Promise<this> {
      if (values.updatedAt) this.changed('updatedAt' as never, true)
      return super.update(values, options)
    }

    static override findOne(options?: FindOptions): Promise<never> {
      connect()
      return super.findOne(options) as Promise<never>
    }

    static override findByPk(id: number, options?: FindOptions): Promise<never> {
      connect()
      return super.findByPk(id, options) as Promise<never>
    }

    /** `findOne`, `findByPk` and the like call it. Outside of a transaction it waits until its project may use a connection. */
    static override findAll(options?: FindOptions): Promise<never> {
      connect()
      const read = () => super.findAll(options) as Promise<never>
      return options?.transaction ? read() : withSlot(read)
    }
  }
  models.set(table, Row)
  if (database) init(Row, table, database)
}

/** Returns the model of a table: `export const Payment = modelOf(paymentsTable)`. */
export function modelOf<Of extends Table>(table: Of): ModelOf<Of> {
  return models.get(table) as unknown as ModelOf<Of>
}

/** Tells Sequelize about every model, also about those whose module is loaded later. By table: `sequelize.models.payments`. */
export function defineModels(sequelize: Sequelize): Sequelize {
  database = sequelize
  for (const [table, model] of models) init(model, table, sequelize)
  return sequelize
}

function init(
  model: ModelStatic<Model>,
  { name, columns, primary = ['id'] }: Table,
  sequelize: Sequelize,
): void {
  const attributes = Object.fromEntries(
    Object.entries(columns).map(([column, { definition }]) => {
      const attribute = camelCase(column)
      return [attribute, attributeOf(attribute, column, definition, primary.includes(column))]
    }),
  )
  model.init(attributes, { sequelize, tableName: name, modelName: name })
}

function attributeOf(
  attribute: string,
  field: string,
  { type, isNullable, isGenerated, default: defaultValue, form }: Column['definition'],
  primaryKey: boolean,
): ModelAttributeColumnOptions {
  return {
    field,
    type: typeOf(type, form),
    allowNull: isNullable,
    ...(defaultValue !== null && { defaultValue: form === 'boolean' ? Boolean(defaultValue) : defaultValue }),
    primaryKey,
    autoIncrement: isGenerated,
    ...(form === 'json' && asJson(attribute)),
    ...(form === 'boolean' && asBoolean(attribute)),
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

/** A value that mysql2 reads as 0 or 1. */
function asBoolean(attribute: string): Pick<ModelAttributeColumnOptions, 'get'> {
  return {
    get() {
      const value = this.getDataValue(attribute) as boolean | number | null | undefined
      return value == null ? value : Boolean(value)
    },
  }
}

/** A value stored as JSON text, see `json` in common/kit/column.ts. */
function asJson(attribute: string): Pick<ModelAttributeColumnOptions, 'get' | 'set'> {
  return {
    get() {
      const text = this.getDataValue(attribute) as string | null | undefined
      return text == null ? text : (JSON.parse(text) as unknown)
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

/** Returns the project and mode of a model's row, if its table has both. */
export function ownerOf(row: Model): RowOwner | undefined {
  const { projectId, isTest } = row.dataValues as { projectId?: number; isTest?: boolean | number }
  return projectId === undefined || isTest === undefined ? undefined : { projectId, isTest: Boolean(isTest) }
}

/** Returns a model's row by column, as mysql2 reads it: for the functions that serialize rows. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the function that serializes names the row
export function rowOf<Row>(row: Model): Row {
  const found = columnsOf(row.constructor as ModelStatic<Model>)
  return Object.fromEntries(
    [...found].map(([name, column]) => [column, (row.getDataValue(name) as Value | undefined) ?? null]),
  ) as Row
}

/** Returns a row's values by column, as a statement writes them. */
export function valuesOf(row: Model, attributes: readonly string[]): Record<string, Value> {
  const found = columnsOf(row.constructor as ModelStatic<Model>)
  return Object.fromEntries(
    attributes.map((name) => [found.get(name) ?? name, row.getDataValue(name) as Value]),
  )
}
