import { expect } from 'chai'
import { logRecovery, logTrouble } from '../../db/log-trouble.ts'
import { captureLog } from '../support/capture-log.ts'

describe('the log of a database outage', () => {
  const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const now = performance.now.bind(performance)
  let time = 0

  beforeEach(() => {
    logRecovery() // of earlier tests
    time = Math.ceil(now())
    performance.now = () => time
  })
  afterEach(() => {
    performance.now = now
    logRecovery()
  })

  /** Fails 100 times a second. */
  async function failFor(seconds: number, error = unreachable): Promise<void> {
    for (let n = 0; n < seconds * 100; n += 1) {
      expect(logTrouble(error())).to.equal(true)
      time += 10
    }
  }

  it('has one line at once and one every 10 s, which counts the other errors', async () => {
    const lines = await captureLog('error', () => failFor(25))
    expect(lines.map(({ cause, more_errors: more }) => [cause, more])).to.deep.equal([
      ['unreachable', undefined],
      ['unreachable', 999],
      ['unreachable', 999],
    ])
  })

  it('has a line of its own for each cause', async () => {
    const full = () => Object.assign(new Error('The table is full'), { code: 'ER_RECORD_FILE_FULL' })
    const lines = await captureLog('error', async () => {
      await failFor(1)
      await failFor(1, full)
    })
    expect(lines.map(({ cause }) => cause)).to.deep.equal(['unreachable', 'no_space'])
  })

  it('begins again with a line at once after a recovery, which is logged once', async () => {
    const recoveries = await captureLog('info', async () => {
      await failFor(1)
      logRecovery()
      logRecovery()
    })
    expect(recoveries.map(({ msg }) => msg)).to.deep.equal(['the database works again'])
    expect(await captureLog('error', () => failFor(1))).to.have.length(1)
  })

  it('leaves an error of another kind to its caller', async () => {
    const lines = await captureLog('error', async () => {
      expect(logTrouble(new Error('a bug'))).to.equal(false)
    })
    expect(lines).to.deep.equal([])
  })
})
