import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'

/** MiB that V8 keeps for what is new: at first, after much was made that stays, and after that again. */
const MEASURE = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { keepHeapSmall, startSmall } from './common/runtime/heap.ts'
  const kept = []
  const young = (count) => {
    for (let made = 0; made < count; made += 1) kept.push({ made })
    return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20
  }
  const began = young(0)
  if (process.argv.at(-1) === 'small') startSmall()
  const started = young(500_000)
  keepHeapSmall()
  console.log(JSON.stringify({ began, started, worked: young(500_000) }))`

type Measured = Record<'began' | 'started' | 'worked', number>

async function measured(how: 'small' | 'as it is'): Promise<Measured> {
  const args = ['--import', 'tsx', '--input-type=module', '-e', MEASURE, how]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

describe('the heap of a process', () => {
  it('has little room for what is new until it works, and then what it needs', async () => {
    const [small, usual] = await Promise.all([measured('small'), measured('as it is')])
    expect(small.started).to.equal(small.began)
    expect(usual.started).to.be.above(small.started)
    expect(small.worked).to.be.above(small.started)
  })
})
