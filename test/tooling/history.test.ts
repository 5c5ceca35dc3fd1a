import { expect } from 'chai'
import { seed } from '../../cli/seed.ts'
import { DAY, later } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { countFigures } from '../../common/services/figures/count.ts'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { findProject } from '../../common/services/projects/find.ts'
import { findTasks } from '../../common/services/tasks/find-tasks.ts'
import { onConnection } from '../../db/sql.ts'
import { addHistory } from '../../dev/history/add.ts'
import { planYear } from '../../dev/history/plan.ts'
import { statementsOf } from '../support/statements.ts'

describe('the year of history of the demo project', () => {
  let projectId: number
  let statements: string[]

  before(async () => {
    const { json } = (await seed.run({} as never, {} as never)) as unknown as {
      json: { project: { id: number } }
    }
    projectId = json.project.id
    statements = await statementsOf(() => atomically((tx) => addHistory(tx, projectId)))
  })

  const count = async (text: string) =>
    (await onConnection((sql) => sql.row<{ count: number }>(`SELECT COUNT(*) AS count FROM ${text}`)))!.count

  it('is added by few statements, so that bin/dev starts quickly, and once', async () => {
    expect(statements.length).to.be.below(100)
    expect(await atomically((tx) => addHistory(tx, projectId))).to.equal(false)
    expect(await count(`checkouts WHERE project_id = ${projectId}`)).to.be.above(1_500)
  })

  it('holds all invariants', async () => {
    const violations = await onConnection((sql) => checkInvariants(sql, { now: now(), newest: 100_000 }))
    expect(violations.filter(({ count }) => count > 0)).to.deep.equal([])
  })

  it('sends nothing for the past', async () => {
    expect(await count(`emails WHERE project_id = ${projectId}`)).to.equal(0)
    expect(await count(`webhook_deliveries WHERE project_id = ${projectId} AND status = 'pending'`)).to.equal(
      0,
    )
    expect(await count(`timers WHERE project_id = ${projectId} AND due_at <= NOW(6)`)).to.equal(0)
  })

  it('shows something in every figure and task', async () => {
    const scope = { project: (await onConnection((sql) => findProject(sql, projectId)))!, isTest: true }
    const tasks = await onConnection((sql) => findTasks(sql, scope, now()))
    for (const [name, task] of Object.entries(tasks)) expect(task.count, name).to.be.above(0)
    const { subscriptions, expected, days } = await onConnection((sql) =>
      countFigures(sql, scope, now(), null),
    )
    for (const [state, number] of Object.entries(subscriptions)) expect(number, state).to.be.above(0)
    expect(expected.count).to.be.above(20)
    expect(Object.values(days).filter(({ revenue }) => revenue.MNT).length).to.be.above(55)
  })

  it('is the same each time on one day, and ends now', () => {
    const at = new Date('2026-08-12T11:04:00Z')
    const [one, other] = [1, 2].map(() => planYear(at, 'Asia/Ulaanbaatar'))
    expect(one).to.deep.equal(other)
    expect(one!.orders.every((order) => order.at < at)).to.equal(true)
    expect(one!.orders.some((order) => order.at > later(at, -DAY))).to.equal(true)
  })
})
