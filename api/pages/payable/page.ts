import type { Request, Router } from 'express'
import { isFaulty } from '../../../common/kit/form.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { setCause } from '../../../common/runtime/audit.ts'
import { now } from '../../../common/runtime/clock.ts'
import { config } from '../../../common/runtime/config.ts'
import { findOtherWaitingChange } from '../../../common/services/checkouts/waiting-change.ts'
import { findPicturesAt } from '../../../common/services/images/find-pictures.ts'
import { askProviderWithin } from '../../../common/services/operations/ask-provider.ts'
import { findLastPayment, type LastPayment } from '../../../common/services/payments/find.ts'
import { findGateway } from '../../../common/services/payments/gateways.ts'
import { reportPayment } from '../../../common/services/payments/report.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Atomically, Tx } from '../../../db/transaction.ts'
import { idOf, pathAndQuery } from '../../context.ts'
import { changeRow } from '../../hot-rows.ts'
import type { Form } from '../form.ts'
import { sendCode } from '../hand-over/send-code.ts'
import { hostedPage, type PressResult, type ViewContext, type Visit } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import { chooseLocale, requestedLocale } from '../locale.ts'
import { answerPages, PageError } from '../respond.ts'
import { logoUrls } from './code.ts'
import type { PayableFacts, PayablePageDefinition } from './definition.ts'
import { lastBank } from './last-bank.ts'
import { catchPaymentInProgress, payNow } from './pay-now.ts'
import type { PageInput } from './state.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/

interface PayableVisit<Object> extends Visit {
  found: Object
  time: Date
  wasTried: boolean
}

/** Creates the hosted page of a payable. Every press returns to this page. */
export function payablePage<Object extends PayableFacts>(definition: PayablePageDefinition<Object>): Router {
  const path = `${definition.path}/:id/:token`
  const router = hostedPage<PayableVisit<Object>>({
    name: definition.type,
    path,
    visit: (request) => visit(definition, request),
    press: async (visited, form, { request }) => {
      const { project } = visited.scope
      const { goTo, errors } = await catchPaymentInProgress(project, () =>
        press(definition, visited, form, request),
      )
      return errors ? { errors } : { goTo: goTo ?? backTo(request) }
    },
    view: (visited, context) => view(definition, visited, context),
  })
  router.get(
    `${path}/code.svg`,
    answerPages((request, response) => {
      const { id, token } = partsOfAddress(request)
      sendCode(response, `${config().baseUrl}${definition.path}/${id}/${token}`)
    }),
  )
  return router
}

/** Returns the id and the secret of an address. They are not checked against the database. */
function partsOfAddress(request: Request): { id: number; token: string } {
  const id = idOf(request.params.id as string)
  const token = request.params.token as string
  if (id === null || !TOKEN.test(token)) throw new PageError('not_found')
  return { id, token }
}

async function visit<Object extends PayableFacts>(
  definition: PayablePageDefinition<Object>,
  request: Request,
): Promise<PayableVisit<Object>> {
  const { id, token } = partsOfAddress(request)
  const behind = await onConnection((sql) => definition.find(sql, id, token, now()))
  const project = behind && (await cachedProject(behind.found.project_id))
  if (!project) throw new PageError('not_found')
  const { found, now: time, wasTried = true } = behind
  const locale = chooseLocale(request, found.locale, project.locale)
  return { found, scope: { project, isTest: found.is_test }, secret: token, locale, time, wasTried }
}

async function press<Object extends PayableFacts>(
  definition: PayablePageDefinition<Object>,
  { found, scope, locale }: PayableVisit<Object>,
  form: Form,
  request: Request,
): Promise<PressResult> {
  const action = form.action ?? ''
  const change: Atomically = (work) =>
    changeRow(scope, `${definition.type}_id ${found.id}`, CHANGED_WITHIN, () => atomically(work))
  switch (action) {
    case 'pay': {
      const of = { type: definition.type, id: found.id }
      const pay = (tx: Tx) => definition.pay(tx, scope, found, form, locale)
      const { errors, query } = await payNow(scope, of, form, change, pay)
      return isFaulty(errors) ? { errors } : { goTo: backTo(request, query) }
    }
    case 'claim_transfer': {
      const errors = await change((tx) =>
        reportPayment(tx, scope, { type: definition.type, id: found.id }, form),
      )
      if (isFaulty(errors) || definition.type !== 'checkout') return isFaulty(errors) ? { errors } : {}
      return { goTo: await onConnection((sql) => findOtherWaitingChange(sql, found.id)) }
    }
    case 'cancel':
      return { goTo: backTo(request, 'canceled=1') }
    default:
      return definition.press ? change((tx) => definition.press!(tx, scope, found, action, form)) : {}
  }
}

/** Milliseconds that a press waits while other requests change the same order. */
const CHANGED_WITHIN = 1_000

/** Milliseconds that a GET waits for a provider. */
const ASKED_WITHIN = 2_500

/** Returns the page's own address in the chosen language. */
function backTo(request: Request, query?: string): string {
  const lang = requestedLocale(request)
  const kept = [query, lang && `lang=${lang}`]
  const search = kept.filter((part) => part !== undefined).join('&')
  return pathAndQuery(request).replace(/\?.*$/s, '') + (search && `?${search}`)
}

/** Renders the page. If a payment has started at a provider, asks the provider first, so that the page shows its new status. */
async function view<Object extends PayableFacts>(
  definition: PayablePageDefinition<Object>,
  visited: PayableVisit<Object>,
  context: ViewContext,
): Promise<PageView> {
  const payment = await lastPayment(definition, visited)
  if (payment?.status !== 'started' || !findGateway(payment.method))
    return viewOf(definition, visited, payment, context)
  const { project } = visited.scope
  setCause({ actor: 'system', operation: 'payment.ask' })
  if (!(await askProviderWithin(ASKED_WITHIN, project, payment.id, atomically, 'page_view')))
    return viewWithLogos(definition, visited, payment, context)
  const again = await visit(definition, context.request)
  return viewWithLogos(definition, again, await lastPayment(definition, again), context)
}

/** Adds the logos of banks to the page if it lists their apps. */
async function viewWithLogos<Object extends PayableFacts>(
  definition: PayablePageDefinition<Object>,
  visited: PayableVisit<Object>,
  payment: LastPayment | null,
  context: ViewContext,
): Promise<PageView> {
  const { project, isTest } = visited.scope
  const owner = { projectId: project.id, isTest }
  const urls = logoUrls(payment, context.request.headers['user-agent'])
  const logos = urls.length === 0 ? undefined : await onConnection((sql) => findPicturesAt(sql, owner, urls))
  return viewOf(definition, visited, payment, context, logos)
}

async function lastPayment<Object extends PayableFacts>(
  { type }: PayablePageDefinition<Object>,
  { found: { id }, time, wasTried }: PayableVisit<Object>,
): Promise<LastPayment | null> {
  return wasTried ? onConnection((sql) => findLastPayment(sql, { type, id }, time)) : null
}

const NO_LOGOS: NonNullable<PageInput['logos']> = new Map()

function viewOf<Object extends PayableFacts>(
  definition: PayablePageDefinition<Object>,
  { found, scope, locale, time }: PayableVisit<Object>,
  payment: LastPayment | null,
  { request, form, formToken, errors, errorParams }: ViewContext,
  logos: NonNullable<PageInput['logos']> = NO_LOGOS,
): PageView {
  const { query } = request // Express parses it at each access
  const choosing = request.method === 'POST' || query.choose === '1'
  const page = {
    project: scope.project,
    payment: choosing && payment?.status === 'started' ? null : payment,
    methods: offeredMethods(scope.project, scope.isTest, found.amount).map(({ name }) => name),
    ...{ locale, now: time, formToken },
    ...{ typed: form ?? {}, errors, errorParams },
    userAgent: request.headers['user-agent'] ?? '',
    logos,
    lastBank: lastBank(request),
    show: requestedState(query, found),
  }
  return definition.view(page, found)
}

function requestedState(query: Request['query'], { cancel_url: cancelUrl }: PayableFacts): PageInput['show'] {
  if (query.canceled === '1') return cancelUrl === null ? 'canceled' : 'leaving_cancel'
  if (query.go === '1') return 'go'
  return query.receipt === '1' ? 'receipt' : 'auto'
}
