import type { Request, Router } from 'express'
import { Refusal } from '../../../common/kit/refusal.ts'
import { now } from '../../../common/runtime/clock.ts'
import { log } from '../../../common/runtime/log.ts'
import { findAllBought } from '../../../common/services/payments/bought.ts'
import { confirmPaymentAsShown } from '../../../common/services/payments/confirm.ts'
import { findOwnPayments, listWaitingPayments } from '../../../common/services/payments/list-waiting.ts'
import { onConnection } from '../../../db/sql.ts'
import { isBusy } from '../../busy.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import type { Exchange, PressResult } from '../../pages/hosted-page.ts'
import { change } from '../change.ts'
import { inputOf, projectPage, type ProjectVisit } from '../page.ts'
import { verifierOf } from './verifier.ts'
import { waitingView } from './waiting-view.ts'

const PER_PAGE = 50

/** The payments that wait for a decision, as a list to tick. One button confirms all that are ticked. */
export const waitingPage: Router = projectPage({
  path: '/payments/waiting',
  needs: 'view',
  actions: { confirm: { needs: 'operate', run: confirmTicked } },
  view: async (visit, context) => {
    const { query } = context.request
    const after = afterOf(context.request)
    const { scope } = visit
    const list = await onConnection((sql) =>
      listWaitingPayments(sql, scope, { after, limit: PER_PAGE }, now()),
    )
    const decided = idsIn(query.decided)
    return waitingView({
      ...inputOf(visit, context),
      ...list,
      bought: await onConnection((sql) => findAllBought(sql, scope.project.id, list.payments)),
      now: now(),
      decided: await onConnection((sql) => findOwnPayments(sql, scope, decided, now())),
      failed: idsIn(query.failed),
      inProgress: idsIn(query.in_progress),
      isFirst: after === 0,
      query: ownQuery(context.request),
      errors: context.errors,
      ticked: tickedIn(context.form ?? {}),
    })
  },
})

/**
 * Confirms each ticked payment in a transaction of its own, so that one that fails does not undo the others. The next page shows
 * the result of each payment, and why some still wait. If all fail, throws the first error: the member can then press again.
 */
async function confirmTicked(visit: ProjectVisit, form: Form, { request }: Exchange): Promise<PressResult> {
  const { scope, addresses, mode } = visit
  const ticked = tickedIn(form)
  if (ticked.length === 0) return { errors: { '': 'nothing_ticked' } }
  const verifiedBy = verifierOf(visit)
  const failed: { id: number; error: unknown }[] = []
  const inProgress: number[] = []
  let confirmed = 0
  for (const { id, missing } of ticked) {
    try {
      await change(scope, (tx) =>
        confirmPaymentAsShown(tx, scope, id, { verifiedBy, missing, onlyPending: true }),
      )
      confirmed += 1
    } catch (error) {
      if (!(error instanceof Refusal)) failed.push({ id, error })
      else if (error.code === 'payment_in_progress') inProgress.push(id)
      // Another person may have decided meanwhile, or the id may be of another project: the row tells.
      else if (error.code !== 'payment_not_pending' && error.code !== 'not_found') failed.push({ id, error })
    }
  }
  if (failed.length === ticked.length) throw failed[0]!.error
  for (const { id, error } of failed)
    if (!isBusy(error)) log().error({ err: error, payment_id: id }, 'a ticked payment could not be confirmed')
  const ids = (of: readonly { id: number }[]) => of.map(({ id }) => id)
  // A payment that still waits is on the page of the list where it was ticked.
  const after = confirmed === ticked.length ? 0 : afterOf(request)
  return {
    goTo: addresses.waiting(scope.project.id, mode, {
      ...(after > 0 && { after }),
      ...{ decided: ids(ticked), failed: ids(failed), in_progress: inProgress },
    }),
  }
}

/** Returns the id after which the page of the list begins. */
function afterOf({ query }: Request): number {
  return idOf(query.after as string | undefined) ?? 0
}

interface Ticked {
  id: number
  /** The missing amount that the page showed. */
  missing: number
}

/** Returns the ticked payments. Their boxes are named `payment_90`, with the amount as the value. */
function tickedIn(form: Form): Ticked[] {
  return Object.entries(form).flatMap(([name, value]) => {
    const id = idOf(/^payment_(\d+)$/.exec(name)?.[1])
    return id === null ? [] : [{ id, missing: Number(value) }]
  })
}

/** Returns the part of the address' query that the page knows. */
function ownQuery({ query }: Request): Record<string, string> {
  const names = ['after', 'decided', 'failed', 'in_progress']
  return Object.fromEntries(
    names.flatMap((name) => (typeof query[name] === 'string' ? [[name, query[name]]] : [])),
  )
}

function idsIn(given: unknown): number[] {
  if (typeof given !== 'string') return []
  return given.split('.', PER_PAGE).flatMap((part) => idOf(part) ?? [])
}
