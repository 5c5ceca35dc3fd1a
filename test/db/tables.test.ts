import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { camelCase } from '../../common/kit/camel-case.ts'
import { database } from '../../db/connection.ts'
import type { Table } from '../../db/define-table.ts'
import { onConnection } from '../../db/sql.ts'

/** Every table that a `*-table.ts` exports, with its file. */
const tables: { file: string; table: Table }[] = []
for (const file of readdirSync('common', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('-table.ts'),
)) {
  const exported = (await import(join('../../common', file))) as Record<string, unknown>
  const table = Object.values(exported).find(isTable)
  if (table) tables.push({ file, table })
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'name' in value && 'columns' in value
}

/** Tables without a module: only Umzug reads them. */
const NO_MODULE = ['migrations']

function selectSchema<Row>(columns: string, table: string, rest: string): Promise<Row[]> {
  return onConnection((sql) =>
    sql.rows<Row>(
      `SELECT ${columns} FROM information_schema.${table} WHERE table_schema = DATABASE() ${rest}`,
    ),
  )
}

/** Removes the width of an integer, which MySQL no longer shows. */
function typeWithoutWidth(type: string): string {
  return type.replace(/^(bigint|int|smallint|tinyint)\(\d+\)/, '$1')
}

describe('the definitions of tables', () => {
  it('cover every table of the schema', async () => {
    const rows = await selectSchema<{ name: string }>('table_name AS name', 'tables', '')
    const names = rows.map(({ name }) => name).filter((name) => !NO_MODULE.includes(name))
    expect(tables.map(({ table }) => table.name)).to.have.members(names)
  })

  for (const { file, table } of tables) {
    it(`are in a file named after the table: ${file}`, () => {
      expect(file.split('/').at(-1)).to.equal(`${table.name.replaceAll('_', '-')}-table.ts`)
    })

    it(`have the types, defaults and collations of ${table.name}`, async () => {
      const rows = await selectSchema<Record<string, string | null>>(
        `column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS initial,
         extra AS more, collation_name AS collation`,
        'columns',
        `AND table_name = '${table.name}'`,
      )
      const [{ usual }] = (await selectSchema<{ usual: string }>(
        'DISTINCT table_collation AS usual',
        'tables',
        `AND table_name = '${table.name}'`,
      )) as [{ usual: string }]
      const found = rows.map(({ name, type, nullable, initial = null, more, collation }) => ({
        name,
        type: typeWithoutWidth(type!),
        isNullable: nullable === 'YES',
        isGenerated: more === 'auto_increment',
        isVirtual: /VIRTUAL GENERATED/i.test(more ?? ''),
        default: initial === null || initial === 'NULL' ? null : initial.replaceAll("'", ''),
        collation: collation === usual ? null : collation,
      }))
      const columns = Object.entries({ ...table.columns, ...table.generated })
      const defined = columns.map(([name, { definition }]) => ({
        name,
        type: definition.type,
        isNullable: definition.isNullable,
        isGenerated: definition.isGenerated,
        isVirtual: name in (table.generated ?? {}),
        default: definition.default === null ? null : String(definition.default),
        collation: definition.collation,
      }))
      expect(defined).to.have.deep.members(found)
    })

    it(`have the indexes of ${table.name}`, async () => {
      const rows = await selectSchema<{ name: string; isOpen: number; columns: string }>(
        `index_name AS name, MAX(non_unique) AS isOpen, GROUP_CONCAT(column_name ORDER BY seq_in_index) AS columns`,
        'statistics',
        `AND table_name = '${table.name}' GROUP BY index_name`,
      )
      const found = rows.map(
        ({ name, isOpen, columns }) => `${name} ${isOpen ? 'index' : 'unique'} (${columns})`,
      )
      const named = (indexes: Readonly<Record<string, readonly string[]>>, kind: string) =>
        Object.entries(indexes).map(([name, columns]) => `${name} ${kind} (${columns.join()})`)
      const defined = [
        ...named({ PRIMARY: table.primary ?? ['id'], ...table.unique }, 'unique'),
        ...named(table.index ?? {}, 'index'),
      ]
      expect(defined).to.have.members(found)
    })

    it(`have a model of ${table.name}, which reads all columns`, async () => {
      const model = database().model(table.name)
      const inProject = 'projectId' in model.getAttributes() ? { where: { projectId: 0 } } : {}
      await model.findAll({ limit: 1, ...inProject }) // fails if the table lacks a column
      expect(Object.keys(model.getAttributes())).to.have.members(Object.keys(table.columns).map(camelCase))
      expect(model.primaryKeyAttributes).to.have.members((table.primary ?? ['id']).map(camelCase))
    })
  }

  it('have models that create, find and change rows', async () => {
    const transaction = await database().transaction()
    const model = database().model('release_kinds')
    await model.create({ kind: 'timers.none', version: '1' }, { transaction })
    const row = await model.findByPk('timers.none', { transaction })
    await row!.update({ version: '2' }, { transaction })
    const [found] = await model.findAll({ where: { version: '2' }, raw: true, transaction })
    await transaction.rollback()
    expect(found).to.deep.equal({ kind: 'timers.none', version: '2' })
  })
})
