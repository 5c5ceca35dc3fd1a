/**
 * Tables are defined once, each in the module that owns it (`*-table.ts`). The rows' types, the models, the lists of columns
 * in SELECTs and what erasing a customer does to a row are derived from the definition. `test/db/tables.test.ts` compares
 * every definition with the schema that the migrations create.
 */

/** Character sets and collations that differ from the database's own, `utf8mb4_unicode_520_ci`. */
type Collation = 'utf8mb4_bin' | 'ascii_bin' | 'ascii_general_ci'

/** What erasing a customer does to a column: keeps it, sets it to a value, or rewrites it without the person. */
export type Fate = 'kept' | 'erased' | 'rewritten'

/** How a column's value differs between a row as mysql2 reads it and a model. */
type Form = 'plain' | 'boolean' | 'json'

interface Definition {
  readonly type: string
  readonly collation: Collation | null
  readonly isNullable: boolean
  readonly isGenerated: boolean
  readonly default: string | number | null
  readonly form: Form
  readonly fate: Fate | null
  /** The value of an erased column. */
  readonly becomes: string | null
}

/**
 * A column. `Read` is its type in a row as mysql2 reads it, `Value` its type in a model. `Optional`: an INSERT may leave it out.
 * `Erasing`: what erasing a customer does to it. Text has to say so, or its table does not compile: a new column that may name
 * a person cannot be forgotten.
 */
export class Column<
  out Read = unknown,
  out Value = unknown,
  out Optional extends boolean = boolean,
  out Erasing extends Fate | null = Fate | null,
> {
  declare readonly read: Read
  declare readonly value: Value
  declare readonly optional: Optional
  declare readonly erasing: Erasing
  readonly definition: Definition

  constructor(definition: Definition) {
    this.definition = definition
  }

  /** Allows NULL, which is also its default. */
  nullable(): Column<Read | null, Value | null, true, Erasing> {
    return new Column({ ...this.definition, isNullable: true })
  }

  default(value: string | number): Column<Read, Value, true, Erasing> {
    return new Column({ ...this.definition, default: value })
  }

  /** Compared byte by byte. */
  binary(): Column<Read, Value, Optional, Erasing> {
    return new Column({ ...this.definition, collation: 'utf8mb4_bin' })
  }

  ascii(collation: 'ascii_bin' | 'ascii_general_ci' = 'ascii_bin'): Column<Read, Value, Optional, Erasing> {
    return new Column({ ...this.definition, collation })
  }

  /** Erasing a customer leaves it as it is. */
  kept(): Column<Read, Value, Optional, 'kept'> {
    return new Column({ ...this.definition, fate: 'kept' })
  }

  /** Erasing a customer rewrites it without the person (`common/erasures`). */
  rewritten(): Column<Read, Value, Optional, 'rewritten'> {
    return new Column({ ...this.definition, fate: 'rewritten' })
  }

  /** Erasing a customer sets it to `becomes`. */
  erased(becomes: string | null = null): Column<Read, Value, Optional, 'erased'> {
    return new Column({ ...this.definition, fate: 'erased', becomes })
  }
}

const PLAIN: Definition = {
  type: '',
  collation: null,
  isNullable: false,
  isGenerated: false,
  default: null,
  form: 'plain',
  fate: 'kept',
  becomes: null,
}

/** Text of a customer's or a merchant's: it must be said what erasing does to it. */
function textual<Text extends string>(type: string): Column<Text, Text, false, null> {
  return new Column({ ...PLAIN, type, fate: null })
}

/** A row's id, assigned by the database. */
export function primaryKey(): Column<number, number, true, 'kept'> {
  return new Column({ ...PLAIN, type: 'bigint unsigned', isGenerated: true })
}

/** The id of another row, or a count that may grow as large. */
export function reference(): Column<number, number, false, 'kept'> {
  return new Column({ ...PLAIN, type: 'bigint unsigned' })
}

/** An amount of money in the currency's smallest unit. */
export function money(): Column<number, number, false, 'kept'> {
  return new Column({ ...PLAIN, type: 'bigint' })
}

type IntegerType = 'int' | 'int unsigned' | 'smallint' | 'smallint unsigned' | 'tinyint unsigned'

export function integer(type: IntegerType = 'int'): Column<number, number, false, 'kept'> {
  return new Column({ ...PLAIN, type })
}

/** mysql2 reads 0 or 1; a model holds a boolean. Both write booleans. */
export function flag(): Column<boolean | number, boolean, false, 'kept'> {
  return new Column({ ...PLAIN, type: 'tinyint', form: 'boolean' })
}

/** A time in UTC, with microseconds. */
export function time(): Column<Date, Date, false, 'kept'> {
  return new Column({ ...PLAIN, type: 'datetime(6)' })
}

export function varchar<Text extends string = string>(length: number): Column<Text, Text, false, null> {
  return textual(`varchar(${length})`)
}

export function char<Text extends string = string>(length: number): Column<Text, Text, false, null> {
  return textual(`char(${length})`)
}

/** Up to 64 KiB of text. */
export function text(): Column<string, string, false, null> {
  return textual('text')
}

/** One of our own words, such as a status. It names nobody. */
export function word<Word extends string>(length: number): Column<Word, Word, false, 'kept'> {
  return textual<Word>(`varchar(${length})`).kept()
}

/** A value as JSON text, up to 64 KiB. MariaDB has no JSON type of its own, so MySQL's is not used either. */
export function json<Value>(type: 'text' | 'mediumtext' = 'text'): Column<string, Value, false, null> {
  return new Column({ ...PLAIN, type, form: 'json', fate: null })
}

export function bytes(
  type: `binary(${number})` | 'blob' | 'mediumblob',
): Column<Buffer, Buffer, false, 'kept'> {
  return new Column({ ...PLAIN, type })
}

type Columns = Readonly<Record<string, Column<unknown, unknown, boolean, Fate>>>

interface Indexes<Name extends string> {
  /** The primary key, where it is not `id`. */
  readonly primary?: readonly Name[]
  readonly unique?: Readonly<Record<string, readonly Name[]>>
  readonly index?: Readonly<Record<string, readonly Name[]>>
}

export interface Table<Name extends string = string, Of extends Columns = Columns> extends Indexes<string> {
  readonly name: Name
  readonly columns: Of
}

/** Defines a table. The keys of `unique` and `index` are the names of the indexes. */
export function defineTable<Name extends string, Of extends Columns>(
  name: Name,
  columns: Of,
  indexes: Indexes<NoInfer<keyof Of & string>> = {},
): Table<Name, Of> {
  return { name, columns, ...indexes }
}

/** A row as mysql2 reads it and an INSERT writes it. */
export type Row<Of extends Table> = { -readonly [Name in keyof Of['columns']]: Of['columns'][Name]['read'] }

/** The names of the columns that an INSERT may leave out. */
type OptionalNames<Of extends Columns> = {
  [Name in keyof Of]: Of[Name]['optional'] extends true ? Name : never
}[keyof Of]

/** A new row: what has a default may be left out. */
export type NewRow<Of extends Table> = Omit<Row<Of>, OptionalNames<Of['columns']>> &
  Partial<Pick<Row<Of>, OptionalNames<Of['columns']>>>

type NamesByFate<Of extends Table, Chosen extends Fate> = {
  [Name in keyof Of['columns']]: Of['columns'][Name]['erasing'] extends Chosen ? Name : never
}[keyof Of['columns']]

/** What erasing does to the columns of a table, but for those that are rewritten: what they hold has fates of its own. */
export type ColumnFates<Of extends Table> = Readonly<
  Record<NamesByFate<Of, 'kept'>, 'kept'> & Record<NamesByFate<Of, 'erased'>, 'erased'>
>

export function fatesOf<Of extends Table>({ columns }: Of): ColumnFates<Of> {
  const told = Object.entries(columns).flatMap(
    ([
      name,
      {
        definition: { fate },
      },
    ]) => (fate === 'rewritten' ? [] : [[name, fate]]),
  )
  return Object.fromEntries(told) as ColumnFates<Of>
}

/** The values of a row's erased columns once its customer is erased. */
export function erasedColumns({ columns }: Table): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(
      ([
        name,
        {
          definition: { fate, becomes },
        },
      ]) => (fate === 'erased' ? [[name, becomes]] : []),
    ),
  )
}
