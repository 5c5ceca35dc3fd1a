import { expect } from 'chai'
import { freePort, portsFrom, wantedPort } from '../../dev/ports.ts'

describe('the choice of a free port', () => {
  it('skips a port that browsers and fetch refuse', async () => {
    const refused = 10_080
    expect(await freePort(refused)).not.to.equal(refused)
  })
})

describe('the port of bin/dev', () => {
  it('is 3000 without PORT, or with an empty one', () => {
    expect([wantedPort(undefined), wantedPort(''), wantedPort('65530')]).to.deep.equal([3000, 3000, 65_530])
  })

  for (const wrong of ['abc', '0', '70000', '-1', '30.5'])
    it(`cannot be ${wrong}`, () => {
      expect(() => wantedPort(wrong)).to.throw('PORT must be a whole number from 1 to 65535')
    })

  it('is one of the next ones if it is taken, as far as there are any', () => {
    expect(portsFrom(3000)).to.have.length(20)
    expect(portsFrom(65_530)).to.deep.equal([65_530, 65_531, 65_532, 65_533, 65_534, 65_535])
  })
})
