import { expect } from 'chai'
import { NO_PROJECT } from '../../common/runtime/share.ts'
import { ConnectionSlots } from '../../db/connection-slots.ts'
import { Unavailable } from '../../db/errors.ts'

const WITHIN = 5_000

/** Takes a slot of a project, and counts it. */
const taker = (slots: ConnectionSlots) => {
  const taken: number[] = []
  const take = async (share: number, within = WITHIN) => {
    await slots.take(share, within)
    taken.push(share)
  }
  return { taken, take }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('connection slots', () => {
  it('are at most as many as the connections, and the caller that waits longest takes the next', async () => {
    const slots = new ConnectionSlots(2)
    const order: string[] = []
    expect([slots.take(NO_PROJECT, WITHIN), slots.take(NO_PROJECT, WITHIN)]).to.deep.equal([
      undefined,
      undefined,
    ])
    const waiting = ['third', 'fourth'].map(async (name) => {
      await slots.take(NO_PROJECT, WITHIN)
      order.push(name)
    })
    await settled()
    expect(order).to.deep.equal([])
    slots.free(NO_PROJECT)
    await settled()
    expect(order).to.deep.equal(['third'])
    slots.free(NO_PROJECT)
    await Promise.all(waiting)
    expect(order).to.deep.equal(['third', 'fourth'])
  })

  it('are at once free again for the next caller', () => {
    const slots = new ConnectionSlots(1)
    for (let use = 0; use < 3; use += 1) {
      expect(slots.take(7, WITHIN)).to.equal(undefined)
      slots.free(7)
    }
  })

  it('give one project four fifths of the connections, so that another finds one at once', async () => {
    const slots = new ConnectionSlots(5)
    const { taken, take } = taker(slots)
    await Promise.all([1, 2, 3, 4].map(() => take(1)))
    const fifth = take(1)
    expect(slots.take(2, WITHIN)).to.equal(undefined)
    slots.free(2) // the first project may not take it
    await settled()
    expect(taken).to.deep.equal([1, 1, 1, 1])
    expect(slots.take(3, WITHIN)).to.equal(undefined)
    slots.free(1)
    await fifth
    expect(taken).to.have.length(5)
  })

  it('go to the waiting projects in turn, even if many requests of one came first', async () => {
    const slots = new ConnectionSlots(1)
    const { taken, take } = taker(slots)
    void slots.take(9, WITHIN)
    const uses = [1, 1, 1, 2, 3].map(async (share) => {
      await take(share)
      slots.free(share)
    })
    slots.free(9)
    await Promise.all(uses)
    expect(taken).to.deep.equal([1, 2, 3, 1, 1])
  })

  it('are refused to a caller that waits too long, who then takes none', async () => {
    const slots = new ConnectionSlots(1)
    void slots.take(1, WITHIN)
    const late = await Promise.resolve(slots.take(2, 1)).catch((error: unknown) => error)
    expect(late).to.be.instanceOf(Unavailable)
    slots.free(1)
    expect(slots.take(3, WITHIN)).to.equal(undefined)
  })

  it('are refused at once if too many callers of a project wait', () => {
    const slots = new ConnectionSlots(1)
    void slots.take(1, WITHIN)
    const waiting = Array.from({ length: 50 }, () => slots.take(1, WITHIN))
    expect(waiting.every((one) => one instanceof Promise)).to.equal(true)
    expect(() => slots.take(1, WITHIN)).to.throw(Unavailable)
    expect(slots.take(2, WITHIN)).to.be.instanceOf(Promise)
    for (const _ of [...waiting, 'other', 'first']) slots.free(1)
  })
})
