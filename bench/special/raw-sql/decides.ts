import { literal, Op } from 'sequelize'
import { Email } from '../../../common/services/emails/emails-table.ts'
import { StoredTimer } from '../../../common/services/timers/timers-table.ts'
import { isDuplicate } from '../../../db/errors.ts'
import { ROWS } from './fill.ts'
import { inTransaction } from './in-transaction.ts'
import type { Group } from './types.ts'

/** Returns the timer that is claimed this time. */
function timerOf(number: number): number {
  return (Math.abs(number) % ROWS.timers) + 1
}

/** Throws unless the row was claimed: each way must do the same work. */
function expectOne(count: number): void {
  if (count !== 1) throw new Error(`${count} rows were claimed, not one`)
}

/** Returns an email. Every second time its cause is known already, so that no row may be inserted. */
function emailOf(projectId: number, way: string, number: number) {
  const cause = `${way}-${Math.floor(number / 2)}`
  return {
    ...{
      projectId,
      isTest: true,
      kind: 'sale' as const,
      cause,
      recipient: 'shop@example.com',
      locale: 'mn' as const,
    },
    ...{ words: {}, status: 'sent' as const, createdAt: new Date(), updatedAt: new Date() },
  }
}

/** Statements whose number of changed rows is the decision: a claim, and a row that may exist only once. */
export const decides: readonly Group[] = [
  {
    work: 'claim a row',
    times: 100,
    ways: [
      {
        name: 'raw SQL: UPDATE with a condition',
        run: ({ project }, number) =>
          inTransaction(async ({ sql }) => {
            const text =
              'UPDATE timers SET tries = tries + 1, due_at = due_at + INTERVAL 1 SECOND WHERE project_id = ? AND id = ? AND due_at > ?'
            expectOne((await sql.run(text, [project.id, timerOf(number), new Date()])).affectedRows)
          }),
      },
      {
        name: 'Model.update with a condition',
        run: ({ project }, number) =>
          inTransaction(async ({ transaction }) => {
            const [count] = await StoredTimer.update(
              {
                tries: literal('tries + 1'),
                dueAt: literal('due_at + INTERVAL 1 SECOND'),
              },
              {
                where: { projectId: project.id, id: timerOf(number), dueAt: { [Op.gt]: new Date() } },
                transaction,
              },
            )
            expectOne(count)
          }),
      },
      {
        name: 'findOne with lock, row.update',
        run: ({ project }, number) =>
          inTransaction(async ({ transaction }) => {
            const where = { projectId: project.id, id: timerOf(number) }
            const timer = await StoredTimer.findOne({ where, lock: true, transaction })
            expectOne(timer && timer.dueAt > new Date() ? 1 : 0)
            const dueAt = new Date(timer!.dueAt.getTime() + 1_000)
            await timer!.update({ tries: timer!.tries + 1, dueAt }, { transaction })
          }),
      },
    ],
  },
  {
    work: 'insert a row once',
    times: 100,
    ways: [
      {
        name: 'raw SQL: INSERT IGNORE',
        run: ({ project }, number) =>
          inTransaction(({ sql }) => {
            const { words, ...email } = emailOf(project.id, 'raw', number)
            return sql.run(
              `INSERT IGNORE INTO emails (project_id, is_test, kind, cause, recipient, locale, status, created_at, updated_at,
                 words) VALUES (?)`,
              [[...Object.values(email), JSON.stringify(words)]],
            )
          }),
      },
      {
        name: 'findOne, Model.create',
        run: ({ project }, number) =>
          inTransaction(async ({ transaction }) => {
            const email = emailOf(project.id, 'find', number)
            const where = { kind: email.kind, cause: email.cause }
            if (!(await Email.findOne({ where, transaction }))) await Email.create(email, { transaction })
          }),
      },
      {
        name: 'Model.create, and the error of a duplicate',
        run: ({ project }, number) =>
          inTransaction(({ transaction }) =>
            Email.create(emailOf(project.id, 'create', number), { transaction }).catch((error: unknown) => {
              if (!isDuplicate(error)) throw error
            }),
          ),
      },
    ],
  },
]
