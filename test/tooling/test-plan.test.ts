import { existsSync } from 'node:fs'
import { expect } from 'chai'
import { LONG } from '../../bin/lib/tests/durations.ts'
import { inOrder, minutes, timeLeft } from '../../bin/lib/tests/plan.ts'

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
