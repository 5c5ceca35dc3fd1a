import { expect } from 'chai'
import { givenMerchant } from '../support/given/merchant.ts'
import {
  closeReceivers,
  drain,
  givenEndpoint,
  givenReceiver,
  somethingHappens,
} from '../support/given/receiver.ts'
import { outlineOf, statementsOf } from '../support/statements.ts'

describe('the statements of a delivery', () => {
  afterEach(closeReceivers)

  it('are seven for an event, eleven for the endpoint, and fewer for simultaneous events', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const statementsFor = async (events: number) => {
      for (let event = 0; event < events; event += 1) await somethingHappens(shop)
      const statements = await statementsOf(() => drain(endpoint))
      // On a busy machine a slow drain renews its lease, which depends on time, not on events.
      return outlineOf(statements.filter((text) => !text.startsWith('UPDATE webhook_endpoints SET draining')))
    }
    await statementsFor(4) // opens a connection for each delivery in flight
    const one = await statementsFor(1)
    const three = await statementsFor(3)
    expect(receiver.received).to.have.lengthOf(8)
    const [get, take, give] = [
      ['SELECT webhook_deliveries'],
      ['BEGIN', 'UPDATE webhook_endpoints', 'SELECT webhook_endpoints', 'COMMIT'],
      [
        'BEGIN',
        'UPDATE webhook_endpoints',
        'SELECT webhook_deliveries',
        'SELECT webhook_endpoints',
        'COMMIT',
      ],
    ]
    const claim = ['SELECT webhook_deliveries']
    const record = [
      'BEGIN',
      'SELECT webhook_endpoints',
      'SELECT webhook_deliveries',
      'INSERT webhook_attempts',
      'UPDATE webhook_deliveries',
      'COMMIT',
    ]
    expect(one).to.deep.equal([...take, ...get, ...claim, ...record, ...get, ...give])
    // They are looked up together. How many are recorded together depends on the responses.
    const count = (statement: string) => three.filter((text) => text === statement).length
    expect(count('SELECT webhook_deliveries')).to.equal(
      2 * get.length +
        give.filter((text) => text === 'SELECT webhook_deliveries').length +
        claim.length +
        count('INSERT webhook_attempts'),
    )
    expect(count('INSERT webhook_attempts')).to.be.within(1, 3)
    expect(three.length - one.length).to.be.at.most(2 * record.length)
  })
})
