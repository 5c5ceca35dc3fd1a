import { expect } from 'chai'
import { either, type Infer, list, nullable, object, shape } from '../../common/kit/shape.ts'
import { choice, id, nothing, text, wholeNumber } from '../../common/kit/values.ts'

const properties = {
  id: id('The book.', 7),
  state: choice('Where it is.', ['here', 'lent'], 'here'),
  lent_to: nullable(text('Who has it.')),
  shelf: nullable(object({ row: wholeNumber('From the left.', 2) }, 'Its place.')),
}
interface BookObject extends Infer<typeof properties> {}
const book = shape<BookObject>('Book', 'What is read.', properties)

describe('a shape', () => {
  it('is a type that the compiler checks', () => {
    const complete: BookObject = { id: 1, state: 'lent', lent_to: 'Saraa', shelf: { row: 1 } }
    // @ts-expect-error -- a property is missing
    const part: BookObject = { id: 1, state: 'here', lent_to: null }
    // @ts-expect-error -- an unknown state
    const lost: BookObject = { ...complete, state: 'lost' }
    // @ts-expect-error -- it is never null
    const nameless: BookObject = { ...complete, id: null }
    expect([part, lost, nameless]).to.have.length(3)
  })

  it('does not compile with a property that has no example', () => {
    // @ts-expect-error -- nothing to show
    shape('Page', 'Of a book.', { number: id('The page.') })
  })

  it('is a schema that requires every property and allows no other', () => {
    expect(book.schema).to.deep.include({
      type: 'object',
      description: 'What is read.',
      required: ['id', 'state', 'lent_to', 'shelf'],
      additionalProperties: false,
    })
    const { lent_to: lentTo, shelf } = book.schema.properties as Record<string, unknown>
    expect(lentTo).to.deep.equal({ type: ['string', 'null'], description: 'Who has it.' })
    expect(shelf).to.deep.include({ type: ['object', 'null'], required: ['row'] })
  })

  it('has an example from its properties, which can be changed', () => {
    expect(book.example).to.deep.equal({ id: 7, state: 'here', lent_to: null, shelf: { row: 2 } })
    expect(book.like({ state: 'lent', lent_to: 'Saraa' })).to.deep.equal({
      id: 7,
      state: 'lent',
      lent_to: 'Saraa',
      shelf: { row: 2 },
    })
  })

  it('is a single reference in the schema of another shape', () => {
    expect(list('Books.', book).schema).to.deep.equal({ type: 'array', items: book, description: 'Books.' })
    expect(nullable(book).schema).to.deep.equal({ anyOf: [book, { type: 'null' }] })
    expect(either('One or none.', [book, nothing], null).schema.anyOf).to.deep.equal([book, nothing.schema])
  })

  it('has an example with one element for a list, unless another is given', () => {
    expect(list('Books.', book).example).to.deep.equal([book.example])
    expect(list('Books.', book, []).example).to.deep.equal([])
    expect(list('Ids.', id('A book.')).example).to.deep.equal([])
  })
})
