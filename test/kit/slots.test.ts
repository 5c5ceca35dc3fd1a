import { expect } from 'chai'
import { NoSlot, Slots } from '../../common/kit/slots.ts'

const OWNER = 1

/** Creates work that ends when `end` is called. */
function givenWork() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { end, work: () => ended }
}

describe('Slots', () => {
  it('runs two calls of a key at a time, and waiting calls in order', async () => {
    const slots = new Slots({ perKey: 2, waitingPerOwner: 10 })
    const order: string[] = []
    const run = (name: string, work: () => Promise<void>) =>
      slots.run(OWNER, 'row', 60_000, () => {
        order.push(name)
        return work()
      })
    const [first, second] = [givenWork(), givenWork()]
    const running = [run('first', first.work), run('second', second.work)]
    const waiting = [run('third', () => Promise.resolve()), run('fourth', () => Promise.resolve())]
    await slots.run(OWNER, 'another row', 1, () => Promise.resolve())
    expect(order).to.deep.equal(['first', 'second'])
    second.end()
    await Promise.all(waiting)
    expect(order).to.deep.equal(['first', 'second', 'third', 'fourth'])
    first.end()
    await Promise.all(running)
  })

  it('throws if no slot becomes free in time, and gives the next slot to a waiting call', async () => {
    const slots = new Slots({ perKey: 1, waitingPerOwner: 10 })
    const held = givenWork()
    const running = slots.run(OWNER, 'row', 60_000, held.work)
    const late = await slots.run(OWNER, 'row', 1, () => Promise.resolve()).catch((error: unknown) => error)
    expect(late).to.be.instanceOf(NoSlot)
    const waiting = slots.run(OWNER, 'row', 60_000, () => Promise.resolve('done'))
    held.end()
    await running
    expect(await waiting).to.equal('done')
  })

  it('throws at once if too many calls of one owner wait, and lets another owner wait', async () => {
    const slots = new Slots({ perKey: 1, waitingPerOwner: 1 })
    const held = givenWork()
    const running = slots.run(OWNER, 'row', 60_000, held.work)
    const waiting = slots.run(OWNER, 'row', 60_000, () => Promise.resolve())
    const refused = await slots
      .run(OWNER, 'row', 60_000, () => Promise.resolve())
      .catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(NoSlot)
    const other = slots.run(2, 'row', 60_000, () => Promise.resolve())
    held.end()
    await Promise.all([running, waiting, other])
  })
})
