import { expect } from 'chai'
import Joi from 'joi'
import { agreed, changed, created, inOrder } from '../../api/given.ts'
import { jsonSchemaOf } from '../../api/openapi/from-joi.ts'
import * as column from '../../common/kit/column.ts'
import { field, type Given } from '../../common/kit/field.ts'
import { amount, choice, flag, id, metadata, text, time, url, wholeNumber } from '../../common/kit/values.ts'

const given = { create: true, change: true } as const
const properties = {
  id: field(id('The book.', 7), column.primaryKey()),
  title: field(text('Its title.', 'Momo'), column.varchar(5).kept(), { ...given, says: 'The new title.' }),
  note: field(text('A note.'), column.varchar(500).nullable().erased(), given),
  pages: field(wholeNumber('Its pages.', 9, { minimum: 1, maximum: 9 }), column.integer().default(1), {
    create: true,
  }),
  listed: field(flag('Whether it is listed.', true), column.flag().default(1), given),
}

function problemOf(schema: Joi.Schema, value: unknown): string | undefined {
  return schema.validate(value, { convert: false }).error?.message
}

describe('the schemas of the fields that a request gives', () => {
  it('require a field without a default to create an object, and not to change it', () => {
    expect(jsonSchemaOf(Joi.object(created(properties))).required).to.deep.equal(['title'])
    expect(jsonSchemaOf(Joi.object(changed(properties))).required).to.equal(undefined)
  })

  it('contain the fields of each request, without the others', () => {
    expect(Object.keys(created(properties))).to.deep.equal(['title', 'note', 'pages', 'listed'])
    expect(Object.keys(changed(properties))).to.deep.equal(['title', 'note', 'listed'])
    expect(Object.keys(agreed(properties, 'Buy another one'))).to.deep.equal(['pages'])
  })

  it('take null in a PATCH only for a nullable column', () => {
    const { title, note } = changed(properties)
    expect(problemOf(note, null)).to.equal(undefined)
    expect(problemOf(title, null)).to.be.a('string')
    expect(problemOf(created(properties).note, null)).to.be.a('string')
  })

  it('have the description of the field, its own one for requests, and the default of the column', () => {
    const { properties: schemas } = jsonSchemaOf(Joi.object(created(properties))) as {
      properties: Record<string, object>
    }
    expect(schemas.title).to.include({ description: 'The new title.', maxLength: 5 })
    expect(schemas.note).to.include({ description: 'A note.' }).and.not.have.property('default')
    expect(schemas.pages).to.include({ minimum: 1, maximum: 9, default: 1 })
    expect(schemas.listed).to.include({ default: true })
  })

  it('are put in the named order, with the others behind', () => {
    const { title, note, pages } = created(properties)
    expect(Object.keys(inOrder('pages title', { title, note, pages }))).to.deep.equal([
      'pages',
      'title',
      'note',
    ])
  })

  it('need a length where neither kind nor column has one', () => {
    const essay = field(text('An essay.', ''), column.text().kept(), { create: true })
    expect(() => created({ essay })).to.throw('has no maximum length')
  })
})

describe('the rule of a field', () => {
  const lines = { create: true, as: ['text', 9, { lineBreaks: true }] } satisfies Given
  const lower = { create: true, as: ['pattern', /^[a-z]$/, 'a letter'] } satisfies Given
  const even = {
    create: true,
    as: ['matching', (word: string) => word.length % 2 === 0, 'even'],
  } satisfies Given
  const take = { create: true } as const
  const short = column.varchar(3).kept()
  const rows = [
    ['text', field(text('A', ''), short, take), 'abc', 'abcd'],
    ['text of the kind', field(text('A', '', { maxLength: 2 }), short, take), 'ab', 'abc'],
    ['text without line breaks', field(text('A', ''), short, take), 'a b', 'a\nb'],
    ['text with line breaks', field(text('A', ''), short, lines), 'a\nb', '0123456789'],
    ['a pattern', field(text('A', ''), short, lower), 'a', 'A'],
    ['a test', field(text('A', ''), short, even), 'ab', 'abc'],
    ['an email address', field(text('A', ''), short, { create: true, as: ['email'] }), 'a@example.com', 'a'],
    ['a choice', field(choice('A', ['x', 'y'], 'x'), column.word(8), take), 'y', 'z'],
    ['an id', field(id('A', 1), column.reference(), take), 1, 0],
    ['an amount', field(amount('A', 1), column.money(), take), 0, -1],
    ['an amount from 1', field(amount('A', 1), column.money(), { create: true, as: ['amount', 1] }), 1, 0],
    ['a number', field(wholeNumber('A', 1, { maximum: 4 }), column.integer(), take), 4, 5],
    ['a flag', field(flag('A', true), column.flag(), take), false, 1],
    ['a time', field(time('A', ''), column.time(), take), '2026-01-31T09:30:00Z', '2026-01-31'],
    ['an address', field(url('A', ''), short, take), 'https://a.example', 'http://a.example'],
    ['keys and values', metadata, { a: 'b' }, { a: 1 }],
  ] as const
  for (const [name, one, accepted, refused] of rows)
    it(`accepts ${name} such as ${JSON.stringify(accepted)}, and not ${JSON.stringify(refused)}`, () => {
      const { one: schema } = created({ one })
      expect(problemOf(schema, accepted)).to.equal(undefined)
      expect(problemOf(schema, refused)).to.be.a('string')
    })
})
