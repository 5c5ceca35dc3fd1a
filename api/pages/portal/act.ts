import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { MOST_PERIODS } from '../../../common/domain/subscriptions/period.ts'
import { isFaulty } from '../../../common/kit/form.ts'
import { type Code, Refusal } from '../../../common/kit/refusal.ts'
import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { Submission } from '../../../common/kit/submission.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { portalReturn } from '../../../common/services/checkouts/way-back.ts'
import { keepLocale } from '../../../common/services/customers/locale.ts'
import { scheduleChangeAndExpire } from '../../../common/services/operations/schedule-change.ts'
import { choosePlan } from '../../../common/services/portal/choose-plan.ts'
import { subscribeAgain } from '../../../common/services/portal/subscribe-again.ts'
import { cancelSubscription } from '../../../common/services/subscriptions/cancel.ts'
import { explainCancellation } from '../../../common/services/subscriptions/explain-cancellation.ts'
import { lockSubscription } from '../../../common/services/subscriptions/lock.ts'
import { resumeSubscription } from '../../../common/services/subscriptions/resume.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../form.ts'
import type { PressResult } from '../hosted-page.ts'
import { periodsIn } from '../renew/lengths.ts'
import { pressRenewal } from '../renew/press.ts'
import type { NoticeName } from './addresses.ts'
import { readCancellation } from './cancellation.ts'
import type { PortalVisit } from './visit.ts'

const SENTENCES: Partial<Record<Code, ProblemKey>> = {
  price_not_found: 'plan_gone',
  price_inactive: 'plan_gone',
  already_subscribed: 'plan_had',
  renewal_already_paid: 'renewal_paid',
  plan_limit_reached: 'plan_limit',
  no_payment_method: 'no_method',
}

/** Runs a button's action on one of the customer's own subscriptions. */
export async function act(
  visit: PortalVisit,
  subscription: SubscriptionObject,
  form: Form,
): Promise<PressResult> {
  try {
    return await press(visit, subscription, form)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'amount_too_large') return { errors: { periods: 'periods' } }
    if (error.code === 'subscription_canceled') return {} // too late: the list shows that it has ended
    const sentence = SENTENCES[error.code]
    if (sentence === undefined) throw error
    return { errors: { '': sentence } }
  }
}

async function press(
  { scope, locale, addresses }: PortalVisit,
  { id, customer_id: customerId, status }: SubscriptionObject,
  form: Form,
): Promise<PressResult> {
  const back = portalReturn(locale)
  /** Goes back to the list, with a notice of what was done. */
  const done = (notice: NoticeName) => ({ goTo: addresses.list(notice) })
  const { action = '', price_id: priceId } = form
  if (action === 'change_plan' || (action === 'resubscribe' && priceId !== undefined)) {
    const chosen = idOf(priceId)
    if (chosen === null) return { errors: { price_id: 'plan_required' } }
    const choose = action === 'change_plan' ? choosePlan : subscribeAgain
    const url = await atomically((tx) => choose(tx, scope, id, chosen, back))
    if (url !== null) return { goTo: `${url}?lang=${locale}` }
    return action === 'change_plan' ? done('scheduled') : {}
  }
  if (action === 'renew' && status === 'canceled') return {} // too late: the list shows that it has ended
  if (action === 'renew' || action === 'resubscribe') {
    const typed = periodsIn(form) ?? '1'
    const periods = Number(/^\d{1,2}$/.test(typed) ? typed : NaN)
    if (!(periods >= 1 && periods <= MOST_PERIODS)) return { errors: { periods: 'periods' } }
    return pressRenewal(scope, locale, { subscriptionId: id, periods, back }, form)
  }
  /** Runs `work` on the locked subscription. Its email is in the language of this page. */
  const change = (work: (tx: ModelTx) => Promise<void>) =>
    atomically(async (tx) => {
      await lockSubscription(tx, scope, id)
      await keepLocale(tx, customerId, locale)
      await work(tx)
    })
  switch (action) {
    case 'cancel':
      await change((tx) => cancelSubscription(tx, scope, id, 'at_period_end'))
      return { goTo: addresses.step(id, 'canceled') }
    case 'explain': {
      const { details, errors } = readCancellation(form)
      if (isFaulty(errors)) return { errors }
      if (details) await change((tx) => explainCancellation(tx, scope, id, details))
      return { goTo: addresses.step(id, 'canceled') }
    }
    case 'resume':
      await change((tx) => resumeSubscription(tx, scope, id))
      return done('resumed')
    case 'undo_change':
      await change((tx) => scheduleChangeAndExpire(tx, scope, id, new Submission({ price_id: null })))
      return done('undone')
    default:
      return {}
  }
}
