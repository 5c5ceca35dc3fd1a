import { expect } from 'chai'
import * as column from '../../common/kit/column.ts'
import {
  type Changed,
  changedColumns,
  columnsIn,
  type Created,
  createdColumns,
  field,
  fieldNames,
  serializerOf,
  timesIn,
} from '../../common/kit/field.ts'
import { type Infer, list, shape } from '../../common/kit/shape.ts'
import { choice, flag, id, text, time } from '../../common/kit/values.ts'

const given = { create: true, change: true } as const
const properties = {
  id: field(id('The book.', 7), column.primaryKey()),
  address: text('Its page.', '/books/7'),
  title: field(text('Its title.', 'Momo'), column.varchar(50).kept(), given),
  note: field(text('A note.'), column.varchar(50).nullable().erased(), given),
  state: field(choice('Where it is.', ['here', 'lent'], 'here'), column.word(8).default('here'), {
    create: true,
  }),
  listed: field(flag('Whether it is listed.', true), column.flag().default(1), given),
  tags: field(list('Its tags.', text('A tag.', 'red')), column.json().nullable().kept(), {
    ...given,
    ifNull: [],
  }),
  lent_at: field(time('When it was lent.'), column.time().nullable()),
}
interface BookObject extends Infer<typeof properties> {}
const book = shape<BookObject>('Book', 'A book.', properties)
const serialize = serializerOf(properties)

const row = { id: 1, title: 'Momo', note: null, state: 'lent', listed: 0, tags: null, lent_at: null } as const

describe('a field of an object', () => {
  it('is nullable in the API if its column is', () => {
    const schemas = book.schema.properties as Record<string, { type: unknown }>
    expect(schemas.note!.type).to.deep.equal(['string', 'null'])
    expect(schemas.title!.type).to.equal('string')
    expect(schemas.tags!.type).to.equal('array')
  })

  it('does not compile with text that has no fate at an erasure', () => {
    // @ts-expect-error -- neither kept nor erased
    field(text('A note.'), column.varchar(50))
  })

  it('does not compile with a column of another type', () => {
    // @ts-expect-error -- a number is not text
    field(id('The book.'), column.varchar(50).kept())
    // @ts-expect-error -- text is not a flag
    field(text('A note.'), column.flag())
  })

  it('is a column of the table, with the type of its kind', () => {
    const columns = columnsIn(properties)
    const state: (typeof columns)['state']['value'] = 'lent'
    // @ts-expect-error -- no such state
    const lost: typeof state = 'lost'
    expect(lost).not.to.equal(state)
    expect(Object.keys(columns)).to.deep.equal(fieldNames(properties))
    expect(fieldNames(properties)).to.deep.equal([
      ...['id', 'title', 'note', 'state', 'listed', 'tags', 'lent_at'],
    ])
  })

  it('is named as a time in a joined row only if it is one', () => {
    expect(timesIn(properties, 'book_')).to.deep.equal({ book_lent_at: true })
  })
})

describe('serializerOf', () => {
  it('returns fields as they are stored and computed properties, in the order of their definition', () => {
    expect(JSON.stringify(serialize(row, { address: '/books/1' }))).to.equal(
      '{"id":1,"address":"/books/1","title":"Momo","note":null,"state":"lent","listed":false,"tags":[],"lent_at":null}',
    )
  })

  it('converts times, flags and JSON, from a row with a prefix', () => {
    const ofJoined = serializerOf({ ...properties }, 'book_')
    const joined = {
      ...{ book_id: 2, book_title: 'Krabat', book_note: 'New', book_state: 'lent' as const, book_listed: 1 },
      ...{ book_tags: '["red"]', book_lent_at: new Date('2026-01-31T09:30:00Z') },
    } as const
    expect(ofJoined(joined, { address: '/' })).to.deep.equal({
      ...{ id: 2, address: '/', title: 'Krabat', note: 'New', state: 'lent', listed: true, tags: ['red'] },
      lent_at: '2026-01-31T09:30:00.000000Z',
    })
  })

  it('returns a new object for each row', () => {
    const first = serialize(row, { address: '/1' })
    expect(serialize(row, { address: '/2' })).not.to.equal(first)
    expect(first.address).to.equal('/1')
  })

  it('does not compile without a computed property', () => {
    // @ts-expect-error -- without its page
    serialize(row, {})
  })
})

describe('createdColumns', () => {
  it('fills in the defaults of columns that the request does not give', () => {
    const input: Created<typeof properties> = { title: 'Momo' }
    expect(createdColumns(properties, input)).to.deep.equal({
      ...{ title: 'Momo', note: null, state: 'here', listed: 1, tags: null },
    })
  })

  it('stores lists as JSON', () => {
    expect(createdColumns(properties, { title: 'Momo', tags: ['red'] }).tags).to.equal('["red"]')
  })

  it('does not compile without a field that has no default', () => {
    // @ts-expect-error -- without a title
    const input: Created<typeof properties> = {}
    expect(input).to.deep.equal({})
  })
})

describe('changedColumns', () => {
  it('contains only the given fields, and null for those to clear', () => {
    const changes: Changed<typeof properties> = { note: null, listed: false }
    expect(changedColumns(properties, changes)).to.deep.equal({ note: null, listed: false })
  })

  it('ignores fields that only creation can set', () => {
    expect(changedColumns(properties, { title: 'Momo', state: 'lent' } as object)).to.deep.equal({
      title: 'Momo',
    })
  })

  it('does not compile with null for a field whose column is not nullable', () => {
    // @ts-expect-error -- a title cannot be cleared
    const changes: Changed<typeof properties> = { title: null }
    expect(changes.title).to.equal(null)
  })
})
