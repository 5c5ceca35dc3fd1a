import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { LONG } from '../runner/durations.ts'
import { inOrder, minutes, timeLeft } from '../runner/plan.ts'
import { Run } from '../runner/run.ts'
import type { Runner } from '../runner/runner.ts'

const durations = { 'a.test.ts': 10, 'b.test.ts': 60, 'c.test.ts': 20 }

describe('the plan of a test run', () => {
  it('takes the longest file first, and one that nobody has measured for a short one', () => {
    const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'new.test.ts']
    expect(inOrder(files, durations)).to.deep.equal(['b.test.ts', 'c.test.ts', 'a.test.ts', 'new.test.ts'])
  })

  const times: [files: string[], runners: number, busy: number[], seconds: number][] = [
    [[], 2, [], 0],
    [['b.test.ts', 'c.test.ts', 'a.test.ts'], 1, [], 90],
    [['b.test.ts', 'c.test.ts', 'a.test.ts'], 2, [], 60],
    [['c.test.ts', 'a.test.ts'], 2, [5, 12], 25],
    [['new.test.ts'], 1, [], 1],
  ]
  for (const [files, runners, busy, seconds] of times)
    it(`ends after ${seconds} s for ${files.join(', ') || 'nothing'}, by ${runners} who are at [${busy.join(', ')}]`, () => {
      expect(timeLeft(files, durations, runners, busy)).to.equal(seconds)
    })

  it('is told in minutes', () => {
    expect([0, 9.6, 245, -3].map(minutes)).to.deep.equal(['0:00', '0:10', '4:05', '0:00'])
  })

  it('knows no file that is gone', () => {
    expect(Object.keys(LONG).filter((file) => !existsSync(file))).to.deep.equal([])
  })
})

describe('a test run', () => {
  const taken: string[] = []
  const ended: string[] = []

  /** Takes a file as soon as the one before is done, each when `until` is. */
  const runner = (name: string, until?: Promise<unknown>) =>
    ({
      run: async (file: string) => {
        taken.push(`${name} ${file}`)
        await until
        return { file, passed: 1, seconds: 1, failures: [], output: '' }
      },
      end: async () => ended.push(name),
      busy: false,
      current: { file: '', since: 0 },
    }) as unknown as Runner

  it('is helped by one more runner from when that comes', async () => {
    let help: (helper: Runner) => void = () => undefined
    const coming = new Promise<Runner>((come) => (help = come))
    let goOn: () => void = () => undefined
    const slow = runner('slow', new Promise<void>((done) => (goOn = done)))
    const run = new Run(['a', 'b', 'c'], { grep: 'nothing is remembered' })
    const running = run.by([slow], () => run.results.length === 2 && goOn(), coming)
    expect(taken).to.deep.equal(['slow a'])
    help(runner('helper'))
    await running
    expect(taken).to.deep.equal(['slow a', 'helper b', 'helper c'])
    expect(ended).to.have.members(['slow', 'helper'])
  })

  it('needs no help for what takes less than a start', () => {
    const few = new Run(['a', 'b'], {})
    expect(few.needsHelp).to.equal(false)
    const many = Array.from({ length: 100 }, (_, file) => String(file))
    expect(new Run(many, {}).needsHelp).to.equal(true)
  })
})
