import type { Request } from 'express'
import { Refusal } from '../../../common/kit/refusal.ts'
import { Submission } from '../../../common/kit/submission.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { Customer } from '../../../common/services/customers/customers-table.ts'
import { pictureOfProduct } from '../../../common/services/images/find-pictures.ts'
import { type LinkedTrial, readTrialLink } from '../../../common/services/links/trial.ts'
import { findTrialOffer, type TrialOffer } from '../../../common/services/operations/find-trial-offer.ts'
import { startTrialForCustomer } from '../../../common/services/operations/start-trial.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../form.ts'
import { hostedPage, type PressResult, type ViewContext, type Visit } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import { chooseLocale } from '../locale.ts'
import { PageError } from '../respond.ts'
import { trialView } from './view.ts'

interface TrialVisit extends Visit {
  trial: LinkedTrial
  /** Null if the link is too old. */
  offer: TrialOffer | null
}

/** The page on which a customer starts a trial. A GET starts nothing, because mail scanners open links. */
export const trialPage = hostedPage<TrialVisit>({
  ...{ name: 'trial', path: '/n/:id/:token' },
  ...{ visit, press, view },
})

async function visit(request: Request): Promise<TrialVisit> {
  const id = idOf(request.params.id as string)
  const secret = request.params.token as string
  const link = id === null ? null : readTrialLink(id, secret)
  const customer = link && (await Customer.findOne({ where: { id: link.customerId, deletedAt: null } }))
  const project = customer && (await cachedProject(customer.projectId))
  if (!project) throw new PageError('not_found')
  const scope = { project, isTest: customer.isTest }
  const isOver = link.isOver || link.version !== customer.linkVersion
  const offer = await onConnection((sql) => findTrialOffer(sql, scope, link, now()))
  if (!offer) throw new PageError('not_found')
  const locale = chooseLocale(request, 'auto', offer.locale ?? project.locale)
  return { trial: link, scope, offer: isOver ? null : offer, secret, locale }
}

/** Starts the trial. If it cannot start, the page shows why; after a second press at once, that it has started. */
async function press({ trial, scope, offer }: TrialVisit, form: Form): Promise<PressResult> {
  if (offer?.state !== 'open' || form.action !== 'start') return {}
  const { customerId: customer_id, priceId: price_id, days: trial_days } = trial
  try {
    await atomically((tx) =>
      startTrialForCustomer(tx, scope, new Submission({ customer_id, price_id, trial_days })),
    )
    return {}
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The page shows any other reason by itself: the trial was used, or the plan is no longer sold.
    return error.code === 'plan_limit_reached' ? { errors: { '': 'plan_limit' } } : {}
  }
}

async function view(
  { scope: { project, isTest }, offer, locale }: TrialVisit,
  { formToken, errors }: ViewContext,
): Promise<PageView> {
  return trialView({
    ...{ project, isTest, offer, locale, formToken, errors },
    picture:
      offer && (await onConnection((sql) => pictureOfProduct(sql, project.id, offer.price.product_id))),
  })
}
