import { expect } from 'chai'
import { formatLogLine } from '../../dev/log-line.ts'

const noon = new Date(2026, 5, 1, 12, 0, 0).toISOString()

describe('a log line of bin/dev', () => {
  const lines: [shown: string, line: unknown, because: string][] = [
    [
      '12:00:00 ready port=3000',
      { level: 'info', time: noon, msg: 'ready', port: 3000 },
      'the level info is not shown',
    ],
    [
      '12:00:00 WARN slow ms=900',
      { level: 'warn', time: noon, msg: 'slow', ms: 900 },
      'the level of a warning is shown',
    ],
    [
      '12:00:00 sent to=["a"]',
      { level: 'info', time: noon, msg: 'sent', to: ['a'] },
      'details may be nested',
    ],
    [
      '12:00:00 GET /docs 200 in 3 ms',
      {
        level: 'info',
        time: noon,
        request_id: 'a1',
        msg: 'request',
        method: 'GET',
        path: '/docs',
        status: 200,
        ms: 3,
      },
      'a request is shortened',
    ],
    [
      '12:00:00 ERROR failed\n  Error: no\n  at x.ts:1',
      { level: 'error', time: noon, msg: 'failed', err: { stack: 'Error: no\n    at x.ts:1' } },
      'an error is followed by its stack',
    ],
  ]
  for (const [shown, line, because] of lines) {
    it(`is ${JSON.stringify(shown)}: ${because}`, () => {
      expect(formatLogLine(JSON.stringify(line))).to.equal(shown)
    })
  }

  it('is unchanged if it is not JSON', () => {
    expect(formatLogLine('(node:1) Warning: …')).to.equal('(node:1) Warning: …')
    expect(formatLogLine('12')).to.equal('12')
  })
})
