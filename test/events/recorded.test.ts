import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { eventTypes } from '../../common/domain/events/types.ts'

describe('the types of events', () => {
  it('are all recorded somewhere', () => {
    const sources = readdirSync('common/services', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(`common/services/${file}`, 'utf8'))
      .join('\n')
    expect(eventTypes.filter((type) => !sources.includes(`'${type}'`))).to.deep.equal([])
  })
})
