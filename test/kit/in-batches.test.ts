import { expect } from 'chai'
import { inBatches } from '../../common/kit/in-batches.ts'

/** Work that ends when it is let go, and what it was given. */
function held() {
  const batches: number[][] = []
  const ends: (() => void)[] = []
  const ask = inBatches(async (items: number[]) => {
    batches.push(items)
    await new Promise<void>((resolve) => ends.push(resolve))
    if (items.includes(13)) throw new Error('unlucky')
    return items.map((item) => item * 10)
  })
  return { ask, batches, endNext: () => ends.shift()?.() }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('work in batches', () => {
  it('takes together what is asked for at one moment, and then what came meanwhile', async () => {
    const { ask, batches, endNext } = held()
    const first = [ask(1), ask(2)]
    await soon()
    const later = [ask(3), ask(4), ask(5)]
    await soon()
    expect(batches).to.deep.equal([[1, 2]])
    endNext()
    expect(await Promise.all(first)).to.deep.equal([10, 20])
    await soon()
    expect(batches).to.deep.equal([
      [1, 2],
      [3, 4, 5],
    ])
    endNext()
    expect(await Promise.all(later)).to.deep.equal([30, 40, 50])
  })

  it('tells a failure to the one that failed alone', async () => {
    const { ask, batches, endNext } = held()
    const asked = Promise.allSettled([ask(1), ask(13), ask(3)])
    for (let step = 0; step < 4; step += 1) {
      await soon()
      endNext()
    }
    const came = (await asked).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))
    expect(came).to.deep.equal([10, 'failed', 30])
    expect(batches).to.deep.equal([[1, 13, 3], [1], [13], [3]])
  })
})
