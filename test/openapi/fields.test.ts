import { expect } from 'chai'
import { fieldsOf } from '../../api/docs/fields.ts'

describe('the fields in the reference', () => {
  it('name the elements of a list of lists inside an object', () => {
    const lists = { type: 'array', items: { type: 'array', items: { type: 'string' } } }
    const [field] = fieldsOf({ properties: { table: { type: 'object', properties: { rows: lists } } } })
    expect(field?.inner?.fields[0]?.type).to.equal('list of lists of texts')
  })
})
