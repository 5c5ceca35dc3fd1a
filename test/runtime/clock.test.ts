import { expect } from 'chai'
import { learnTime, realNow } from '../../common/runtime/clock.ts'

/** What the database's clock shows `ahead` milliseconds ahead of ours, at a moment of ours. */
const theirs = (at: number, ahead: number) => new Date(at + ahead)

describe('the clock of a process', () => {
  const { now } = Date
  const ahead = () => realNow().getTime() - Date.now()

  // It stands still, so that no time passes between two readings of it.
  beforeEach(() => {
    const at = now()
    Date.now = () => at
  })
  afterEach(() => {
    Date.now = now
    const at = Date.now()
    learnTime(at, new Date(at), at)
  })

  const learn = (by: number, took = 2) => {
    const asked = Date.now()
    learnTime(asked, theirs(asked + took / 2, by), asked + took)
  }

  it("is the database's, however wrong the machine's is", () => {
    for (const by of [5 * 60_000, -5 * 60_000, 800]) {
      learn(by)
      expect(ahead()).to.equal(by)
    }
  })

  it('stays as it is where that can be true: what took long says little', () => {
    learn(5_000)
    const before = ahead()
    learn(6_000, 3_000)
    expect(ahead()).to.equal(before)
    learn(4_999)
    expect(ahead()).to.equal(before)
  })

  it('is mended by the first answer that rules it out', () => {
    learn(5_000, 4_000)
    learn(6_500)
    expect(ahead()).to.equal(6_500)
  })
})
