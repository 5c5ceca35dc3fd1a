import { expect } from 'chai'
import { freePort } from '../../dev/ports.ts'

describe('the choice of a free port', () => {
  it('skips a port that browsers and fetch refuse', async () => {
    const refused = 10_080
    expect(await freePort(refused)).not.to.equal(refused)
  })
})
