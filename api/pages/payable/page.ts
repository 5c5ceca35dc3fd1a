import type { Request, Router } from 'express'
import { isFaulty } from '../../../common/kit/form.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { config } from '../../../common/runtime/config.ts'
import { findOtherWaitingChange } from '../../../common/services/checkouts/waiting-change.ts'
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
import { hostedPage, type Pressed, type Shown, type Visit } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import { chooseLocale, requestedLocale } from '../locale.ts'
import { answerPages, PageError } from '../respond.ts'
import type { Found, OwnPage } from './own-page.ts'
import { givingWay, payNow } from './pay-now.ts'
import type { PageInput } from './state.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/

interface PayableVisit<Object> extends Visit {
  found: Object
  time: Date
  wasTried: boolean
}

/** The hosted page of something to pay. Every press comes back to this page. */
export function payablePage<Object extends Found>(own: OwnPage<Object>): Router {
  const path = `${own.path}/:id/:token`
  const router = hostedPage<PayableVisit<Object>>({
    path,
    visit: (request) => visit(own, request),
    press: async (visited, form, { request }) => {
      const { project } = visited.scope
      const { goTo, errors } = await givingWay(project, () => press(own, visited, form, request))
      return errors ? { errors } : { goTo: goTo ?? backTo(request) }
    },
    view: (visited, shown) => view(own, visited, shown),
  })
  router.get(
    `${path}/code.svg`,
    answerPages((request, response) => {
      const { id, token } = addressed(request)
      sendCode(response, `${config().baseUrl}${own.path}/${id}/${token}`)
    }),
  )
  return router
}

/** What the address names; whether there is such a thing is another question. */
function addressed(request: Request): { id: number; token: string } {
  const id = idOf(request.params.id as string)
  const token = request.params.token as string
  if (id === null || !TOKEN.test(token)) throw new PageError('not_found')
  return { id, token }
}

async function visit<Object extends Found>(
  own: OwnPage<Object>,
  request: Request,
): Promise<PayableVisit<Object>> {
  const { id, token } = addressed(request)
  const seen = await onConnection((sql) => own.find(sql, id, token, now()))
  const project = seen && (await cachedProject(seen.found.project_id))
  if (!project) throw new PageError('not_found')
  const { found, now: time, wasTried = true } = seen
  const locale = chooseLocale(request, found.locale, project.locale)
  return { found, scope: { project, isTest: found.is_test }, secret: token, locale, time, wasTried }
}

async function press<Object extends Found>(
  own: OwnPage<Object>,
  { found, scope, locale }: PayableVisit<Object>,
  form: Form,
  request: Request,
): Promise<Pressed> {
  const action = form.action ?? ''
  const change: Atomically = (work) =>
    changeRow(scope, `${own.type}_id ${found.id}`, CHANGED_WITHIN, () => atomically(work))
  switch (action) {
    case 'pay': {
      const of = { type: own.type, id: found.id }
      const pay = (tx: Tx) => own.pay(tx, scope, found, form, locale)
      const { errors, query } = await payNow(scope, of, form, change, pay)
      return isFaulty(errors) ? { errors } : { goTo: backTo(request, query) }
    }
    case 'claim_transfer': {
      const errors = await change((tx) => reportPayment(tx, scope, { type: own.type, id: found.id }, form))
      if (isFaulty(errors) || own.type !== 'checkout') return isFaulty(errors) ? { errors } : {}
      return { goTo: await onConnection((sql) => findOtherWaitingChange(sql, found.id)) }
    }
    case 'cancel':
      return { goTo: backTo(request, 'canceled=1') }
    default:
      return own.press ? change((tx) => own.press!(tx, scope, found, action, form)) : {}
  }
}

/** Milliseconds that a press waits while others change the same order. */
const CHANGED_WITHIN = 1_000

/** Milliseconds that a look waits for a provider. */
const ASKED_WITHIN = 2_500

/** The page's own address, in the language that was chosen on it. */
function backTo(request: Request, query?: string): string {
  const lang = requestedLocale(request)
  const kept = [query, lang && `lang=${lang}`]
  const search = kept.filter((part) => part !== undefined).join('&')
  return pathAndQuery(request).replace(/\?.*$/s, '') + (search && `?${search}`)
}

/** A look at a payment that its provider knows more of asks there first, and shows what has become of it. */
async function view<Object extends Found>(
  own: OwnPage<Object>,
  visited: PayableVisit<Object>,
  shown: Shown,
): Promise<PageView> {
  const payment = await lastPayment(own, visited)
  if (payment?.status !== 'started' || !findGateway(payment.method))
    return viewOf(own, visited, payment, shown)
  const { project } = visited.scope
  if (!(await askProviderWithin(ASKED_WITHIN, project, payment.id, atomically, 'look')))
    return viewOf(own, visited, payment, shown)
  const now = await visit(own, shown.request)
  return viewOf(own, now, await lastPayment(own, now), shown)
}

async function lastPayment<Object extends Found>(
  { type }: OwnPage<Object>,
  { found: { id }, time, wasTried }: PayableVisit<Object>,
): Promise<LastPayment | null> {
  return wasTried ? onConnection((sql) => findLastPayment(sql, { type, id }, time)) : null
}

function viewOf<Object extends Found>(
  own: OwnPage<Object>,
  { found, scope, locale, time }: PayableVisit<Object>,
  payment: LastPayment | null,
  { request, form, nonce, formToken, errors, errorParams }: Shown,
): PageView {
  const { query } = request // which Express reads anew each time
  const choosing = request.method === 'POST' || query.choose === '1'
  const page = {
    project: scope.project,
    payment: choosing && payment?.status === 'started' ? null : payment,
    methods: offeredMethods(scope.project, scope.isTest, found.amount).map(({ name }) => name),
    ...{ locale, now: time, nonce, formToken },
    ...{ typed: form ?? {}, errors, errorParams },
    userAgent: request.headers['user-agent'] ?? '',
    show: askedOf(query, found),
  }
  return own.view(page, found)
}

function askedOf(query: Request['query'], { cancel_url: cancelUrl }: Found): PageInput['show'] {
  if (query.canceled === '1') return cancelUrl === null ? 'canceled' : 'leaving_cancel'
  if (query.go === '1') return 'go'
  return query.receipt === '1' ? 'receipt' : 'auto'
}
