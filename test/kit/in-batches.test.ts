import { expect } from 'chai'
import { inBatches } from '../../common/kit/in-batches.ts'

/** Creates batched work that ends on `endNext`, and records its batches. */
function givenWork() {
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

const nextTick = () => new Promise((resolve) => setImmediate(resolve))

describe('work in batches', () => {
  it('combines calls of one moment, and then all calls during the first batch', async () => {
    const { ask, batches, endNext } = givenWork()
    const first = [ask(1), ask(2)]
    await nextTick()
    const later = [ask(3), ask(4), ask(5)]
    await nextTick()
    expect(batches).to.deep.equal([[1, 2]])
    endNext()
    expect(await Promise.all(first)).to.deep.equal([10, 20])
    await nextTick()
    expect(batches).to.deep.equal([
      [1, 2],
      [3, 4, 5],
    ])
    endNext()
    expect(await Promise.all(later)).to.deep.equal([30, 40, 50])
  })

  it('rejects only the call that fails', async () => {
    const { ask, batches, endNext } = givenWork()
    const calls = Promise.allSettled([ask(1), ask(13), ask(3)])
    for (let step = 0; step < 4; step += 1) {
      await nextTick()
      endNext()
    }
    const results = (await calls).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))
    expect(results).to.deep.equal([10, 'failed', 30])
    expect(batches).to.deep.equal([[1, 13, 3], [1], [13], [3]])
  })
})
