import { expect } from 'chai'
import { learnTime, realNow } from '../../common/runtime/clock.ts'

/** Returns the time of the database's clock, `ahead` milliseconds ahead of our time `at`. */
const databaseTime = (at: number, ahead: number) => new Date(at + ahead)

describe('the clock of a process', () => {
  const { now } = Date
  const ahead = () => realNow().getTime() - Date.now()

  // Stopped, so that no time passes between two reads.
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
    learnTime(asked, databaseTime(asked + took / 2, by), asked + took)
  }

  it("is the database's, no matter how wrong the machine's is", () => {
    for (const by of [5 * 60_000, -5 * 60_000, 800]) {
      learn(by)
      expect(ahead()).to.equal(by)
    }
  })

  it('keeps its offset if a slow or consistent answer does not rule it out', () => {
    learn(5_000)
    const before = ahead()
    learn(6_000, 3_000)
    expect(ahead()).to.equal(before)
    learn(4_999)
    expect(ahead()).to.equal(before)
  })

  it('is corrected by the first answer that rules its offset out', () => {
    learn(5_000, 4_000)
    learn(6_500)
    expect(ahead()).to.equal(6_500)
  })
})
