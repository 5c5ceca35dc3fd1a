/**
 * The columns of tables, as they are defined: type, nullability, default, and the fate at an erasure. A table's own columns
 * are in its `*-table.ts`; the columns that the API shows are fields of an object (`field.ts`).
 */

/** Character sets and collations that differ from the database's own, `utf8mb4_unicode_520_ci`. */
type Collation = 'utf8mb4_bin' | 'ascii_bin' | 'ascii_general_ci'

/** The fate of a column when its customer is erased: kept, set to a value, or rewritten without the person. */
export type Fate = 'kept' | 'erased' | 'rewritten'

/** The difference between a column's value in a row, as mysql2 reads it, and in a model. */
type Form = 'plain' | 'boolean' | 'json' | 'encrypted'

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
 * A column. `Read` is its type in a row as mysql2 reads it, `Value` its type in a model. `Optional`: an INSERT may omit it.
 * `Erasing` is its fate at an erasure. A text column without a fate does not compile, since text may name a person.
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

  /** Compares byte by byte. */
  binary(): Column<Read, Value, Optional, Erasing> {
    return new Column({ ...this.definition, collation: 'utf8mb4_bin' })
  }

  ascii(collation: 'ascii_bin' | 'ascii_general_ci' = 'ascii_bin'): Column<Read, Value, Optional, Erasing> {
    return new Column({ ...this.definition, collation })
  }

  /** An erasure keeps it. */
  kept(): Column<Read, Value, Optional, 'kept'> {
    return new Column({ ...this.definition, fate: 'kept' })
  }

  /** An erasure rewrites it without the person (`common/services/erasures`). */
  rewritten(): Column<Read, Value, Optional, 'rewritten'> {
    return new Column({ ...this.definition, fate: 'rewritten' })
  }

  /** An erasure sets it to `becomes`. */
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

/** Text of a customer or merchant. Its definition must name its fate at an erasure. */
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

/** A boolean: mysql2 reads 0 or 1. */
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

/** One of our own words, such as a status. It names no person. */
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

/** Bytes that are encrypted with `SECRET_KEY`. `bin/tolbor secrets rotate` encrypts them again with another key. */
export function encrypted(type: 'blob' | 'mediumblob'): Column<Buffer, Buffer, false, 'kept'> {
  return new Column({ ...PLAIN, type, form: 'encrypted' })
}
