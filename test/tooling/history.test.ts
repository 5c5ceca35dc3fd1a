import { expect } from 'chai'
import { dashboard } from '../../api/dashboard/router.ts'
import { seed } from '../../cli/seed.ts'
import { DAY, later } from '../../common/kit/time.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { now } from '../../common/runtime/clock.ts'
import { countFigures } from '../../common/services/figures/count.ts'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { createDirectLink } from '../../common/services/members/direct-link.ts'
import { findProject } from '../../common/services/projects/find.ts'
import { findTasks } from '../../common/services/tasks/find-tasks.ts'
import { onConnection } from '../../db/sql.ts'
import { addHistory } from '../../dev/history/add.ts'
import { OWNER } from '../../dev/history/people.ts'
import { planYear } from '../../dev/history/plan.ts'
import { pathsOf } from '../support/dashboard-paths.ts'
import { MemberBrowser } from '../support/given/member.ts'
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
    expect(statements.length).to.be.below(130)
    expect(await atomically((tx) => addHistory(tx, projectId))).to.equal(false)
    expect(await count(`checkouts WHERE project_id = ${projectId}`)).to.be.above(1_500)
  })

  it('holds all invariants', async () => {
    const violations = await onConnection((sql) => checkInvariants(sql, { now: now(), newest: 100_000 }))
    expect(violations.filter(({ count }) => count > 0)).to.deep.equal([])
  })

  it('sends nothing for the past', async () => {
    expect(await count(`emails WHERE project_id = ${projectId} AND status = 'sent'`)).to.be.above(50)
    expect(
      await count(`emails WHERE project_id = ${projectId} AND (status = 'pending' OR due_at IS NOT NULL)`),
    ).to.equal(0)
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

  it('has a row in every list of the dashboard', async () => {
    const link = await atomically((tx) => createDirectLink(tx, projectId, OWNER))
    const browser = new MemberBrowser()
    await browser.get(link)
    const lists = pathsOf(dashboard()).flatMap((path) => (path.endsWith('.csv') ? [path.slice(0, -4)] : []))
    expect(lists).to.have.length.above(13)
    for (const path of lists) {
      if (path.includes(':id')) continue // the report of an import
      const { status, text } = await browser.get(
        path.replace(':project', String(projectId)).replace(':mode', 'test'),
      )
      const rows = text.match(/<tr role="row"/g)?.length ?? 0
      expect([status, rows > 1], path).to.deep.equal([200, true])
    }
  })

  it('has changes by several people, also of the shop itself', async () => {
    const own = `audit_log WHERE project_id = ${projectId} AND operation LIKE 'dashboard/%'`
    expect(await count(`(SELECT DISTINCT actor_id FROM ${own}) people`)).to.be.above(2)
    expect(await count(`${own} AND NOT is_test`)).to.equal(2)
  })

  it('is the same each time on one day, and ends now', () => {
    const at = new Date('2026-08-12T11:04:00Z')
    const [one, other] = [1, 2].map(() => planYear(at, 'Asia/Ulaanbaatar'))
    expect(one).to.deep.equal(other)
    expect(one!.orders.every((order) => order.at < at)).to.equal(true)
    expect(one!.orders.some((order) => order.at > later(at, -DAY))).to.equal(true)
  })
})
