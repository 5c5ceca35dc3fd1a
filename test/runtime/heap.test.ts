import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'

/** Prints the MiB of V8's young generation after 500,000 kept objects, after 500,000 more at once, and again after a pause. */
const MEASURE = `
  import { setTimeout as pause } from 'node:timers/promises'
  import { getHeapSpaceStatistics } from 'node:v8'
  import { growForWork, startSmall } from './common/runtime/heap.ts'
  const kept = []
  const young = (count) => {
    for (let n = 0; n < count; n += 1) kept.push({ n })
    return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20
  }
  if (process.argv.at(-1) === 'small') startSmall()
  const started = young(500_000)
  growForWork()
  const beginning = young(500_000)
  await pause(2_500)
  console.log(JSON.stringify({ started, beginning, worked: young(500_000) }))`

type Sizes = Record<'started' | 'beginning' | 'worked', number>

async function measure(how: 'small' | 'as it is'): Promise<Sizes> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', MEASURE, how]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

describe('the heap of a process', () => {
  it('has a small young generation at the start and during its first work, and a larger one after it', async () => {
    const [small, usual] = await Promise.all([measure('small'), measure('as it is')])
    // Node.js 26 changes the size by itself, by a MiB or so.
    expect(small.started).to.be.below(usual.started / 2)
    expect(small.beginning).to.be.below(usual.beginning / 2)
    expect(small.worked).to.be.above(small.beginning)
  })
})
