import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { LONG_FILES } from '../runner/durations.ts'
import { longestFirst, minutes, timeLeft } from '../runner/plan.ts'
import { Run } from '../runner/run.ts'
import type { Runner } from '../runner/runner.ts'

const durations = { 'a.test.ts': 10, 'b.test.ts': 60, 'c.test.ts': 20 }

describe('the plan of a test run', () => {
  it('takes the longest file first, and assumes that an unmeasured file is short', () => {
    const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'new.test.ts']
    expect(longestFirst(files, durations)).to.deep.equal([
      'b.test.ts',
      'c.test.ts',
      'a.test.ts',
      'new.test.ts',
    ])
  })

  const times: [files: string[], runners: number, busy: number[], seconds: number][] = [
    [[], 2, [], 0],
    [['b.test.ts', 'c.test.ts', 'a.test.ts'], 1, [], 90],
    [['b.test.ts', 'c.test.ts', 'a.test.ts'], 2, [], 60],
    [['c.test.ts', 'a.test.ts'], 2, [5, 12], 25],
    [['new.test.ts'], 1, [], 1],
  ]
  for (const [files, runners, busy, seconds] of times)
    it(`ends after ${seconds} s for ${files.join(', ') || 'no files'} with ${runners} runners, busy for [${busy.join(', ')}]`, () => {
      expect(timeLeft(files, durations, runners, busy)).to.equal(seconds)
    })

  it('is shown in minutes', () => {
    expect([0, 9.6, 245, -3].map(minutes)).to.deep.equal(['0:00', '0:10', '4:05', '0:00'])
  })

  it('contains only existing files', () => {
    expect(Object.keys(LONG_FILES).filter((file) => !existsSync(file))).to.deep.equal([])
  })
})

describe('a test run', () => {
  const taken: string[] = []
  const ended: string[] = []

  /** Creates a runner that finishes each file when `until` resolves. */
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

  it('is helped by another runner when it is ready', async () => {
    let help: (helper: Runner) => void = () => undefined
    const coming = new Promise<Runner>((come) => (help = come))
    let finish: () => void = () => undefined
    const slow = runner('slow', new Promise<void>((done) => (finish = done)))
    const run = new Run(['a', 'b', 'c'], { grep: 'nothing is remembered' })
    const running = run.by([slow], () => run.results.length === 2 && finish(), coming)
    expect(taken).to.deep.equal(['slow a'])
    help(runner('helper'))
    await running
    expect(taken).to.deep.equal(['slow a', 'helper b', 'helper c'])
    expect(ended).to.have.members(['slow', 'helper'])
  })

  it("needs no help if it takes less time than a runner's start", () => {
    const few = new Run(['a', 'b'], {})
    expect(few.needsHelp).to.equal(false)
    const many = Array.from({ length: 100 }, (_, file) => String(file))
    expect(new Run(many, {}).needsHelp).to.equal(true)
  })
})
