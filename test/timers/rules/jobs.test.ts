import { expect } from 'chai'
import type { TimerKind } from '../../../common/jobs/catalog.ts'
import { MOST_TOGETHER, timerJobs } from '../../../common/timers/rules/jobs.ts'

const now = new Date('2026-06-01T12:00:00.000Z')
const at = (time: string) => new Date(`2026-06-01T${time}Z`)

function due(subjectId: number, dueAt: Date, kind: TimerKind = 'checkout.expire', projectId = 1) {
  return { projectId, kind, subjectId, dueAt }
}

const told = (timers: ReturnType<typeof due>[]) =>
  timerJobs(timers, now).map(({ name, data, dueAt }) => [name, data, dueAt.toISOString().slice(11, 23)])

describe('the jobs for timers', () => {
  it('are one for all of a kind and project that are overdue, however long', () => {
    const timers = [due(3, at('11:00:00.000')), due(1, at('12:00:00.000')), due(2, at('09:00:00.000'))]
    expect(told(timers)).to.deep.equal([['checkout.expire_many', { subjectIds: [1, 2, 3] }, '12:00:00.000']])
  })

  it('are one for those of the same second ahead, at the time of the last', () => {
    const timers = [due(1, at('12:30:00.900')), due(2, at('12:30:00.100')), due(3, at('12:30:01.000'))]
    expect(told(timers)).to.deep.equal([
      ['checkout.expire_many', { subjectIds: [1, 2] }, '12:30:00.900'],
      ['checkout.expire', { subjectId: 3 }, '12:30:01.000'],
    ])
  })

  it('are apart for each project and kind, and for what is never taken together', () => {
    const time = at('11:00:00.000')
    const timers = [
      due(1, time),
      due(2, time, 'checkout.expire', 2),
      due(3, time, 'subscription.step'),
      due(4, time, 'payment.follow_up'),
      due(5, time, 'payment.follow_up'),
    ]
    expect(told(timers).map(([name]) => name)).to.deep.equal([
      'checkout.expire',
      'checkout.expire',
      'subscription.step',
      'payment.follow_up',
      'payment.follow_up',
    ])
  })

  it('lose nobody where there are more than fit into one', () => {
    const many = Array.from({ length: 2 * MOST_TOGETHER + 1 }, (_, index) =>
      due(index + 1, at('11:00:00.000')),
    )
    const jobs = timerJobs(many, now)
    const ids = jobs.flatMap(({ data }) => ('subjectIds' in data ? data.subjectIds : Object.values(data)))
    expect(jobs).to.have.length(3)
    expect(ids).to.deep.equal(many.map(({ subjectId }) => subjectId))
  })
})
