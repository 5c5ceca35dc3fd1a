import { expect } from 'chai'
import { object, optional, shape } from '../../common/kit/shape.ts'
import { id, text } from '../../common/kit/values.ts'

describe('the fate of a kind of value', () => {
  const name = text('Its name.', 'Momo')

  it('is changed in a copy, also of a copy', () => {
    expect(name.erased().kept()).to.include({ fate: 'kept', schema: name.schema, example: 'Momo' })
    expect(name.kept().erased().fate).to.equal('erased')
    expect(name.fate).to.equal(undefined)
  })

  it('leaves an optional property optional', () => {
    const pet = object({ id: id('The pet.', 1), name: optional(name).kept().erased() })
    expect(pet.schema.required).to.deep.equal(['id'])
    expect(pet.example).to.deep.equal({ id: 1 })
  })

  it('is kept as a whole only where it is stated for the object', () => {
    const pet = shape('Pet', 'A pet.', { id: id('The pet.', 1), name: name.kept() })
    expect(pet.fate).to.deep.equal({ id: 'kept', name: 'kept' })
    expect(pet.kept()).to.be.instanceOf(pet.constructor).and.include({ fate: 'kept', name: 'Pet' })
  })
})
