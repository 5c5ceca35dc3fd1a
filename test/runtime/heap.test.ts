import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'

/** MiB of V8's young generation: after many objects were created that stay, and after as many again. */
const MEASURE = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { keepHeapSmall, startSmall } from './common/runtime/heap.ts'
  const kept = []
  const young = (count) => {
    for (let made = 0; made < count; made += 1) kept.push({ made })
    return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20
  }
  if (process.argv.at(-1) === 'small') startSmall()
  const started = young(500_000)
  keepHeapSmall()
  console.log(JSON.stringify({ started, worked: young(500_000) }))`

type Measured = Record<'started' | 'worked', number>

async function measured(how: 'small' | 'as it is'): Promise<Measured> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', MEASURE, how]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

describe('the heap of a process', () => {
  it('has little room for what is new until it works, and then what it needs', async () => {
    const [small, usual] = await Promise.all([measured('small'), measured('as it is')])
    // Node.js 26 changes the size by itself, by a MiB or so.
    expect(small.started).to.be.below(usual.started / 2)
    expect(small.worked).to.be.above(small.started)
  })
})
