import { type Request, type Response, Router } from 'express'
import { Refusal } from '../../common/kit/refusal.ts'
import { getMethod } from '../../common/methods/all.ts'
import { valuesOf } from '../../common/methods/settings.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { setCause } from '../../common/runtime/audit.ts'
import { useShareOf } from '../../common/runtime/share.ts'
import { knowsHint } from '../../common/services/links/hint.ts'
import { findGateway } from '../../common/services/payments/gateways.ts'
import { applyHint } from '../../common/services/payments/providers/apply-hint.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { sendError } from '../answer.ts'
import { idOf } from '../context.ts'
import { readBytes } from '../read-body.ts'

/**
 * Receives callbacks of payment providers (common/services/links/hint.ts). A hint only schedules a check of the payment, and is
 * answered at once. The status always comes from the provider's own API.
 */
export const hints = Router()

/** Signed hints have a body. Others are sent to the address of one payment; QPay sends a GET. */
const OF_PROJECT = '/hints/:method/:project_id/:mode'
const OF_PAYMENT = `${OF_PROJECT}/:payment_id/:token`

hints.post([OF_PROJECT, OF_PAYMENT], answer)
hints.get(OF_PAYMENT, answer)
hints.all(OF_PROJECT, (request, response) => {
  refuse(request, response, 'POST')
})
hints.all(OF_PAYMENT, (request, response) => {
  refuse(request, response, 'GET, HEAD, POST')
})

async function answer(request: Request, response: Response): Promise<void> {
  try {
    if (await acceptHint(request, await readBytes(request, response))) response.type('text').send('SUCCESS')
    else response.status(400).type('text').send(NOT_PROVEN)
  } catch (error) {
    sendError(response, error)
  }
}

function refuse({ method }: Request, response: Response, allow: string): void {
  response.setHeader('Allow', allow)
  sendError(response, new Refusal({ code: 'method_not_allowed', params: { method, allow } }))
}

const NOT_PROVEN =
  'The signature does not match this account. Check the signing secret that the provider shows for this address.'

/** Schedules a check of the hinted payment. Returns false if the hint does not come from the provider. */
async function acceptHint({ params, headers }: Request, body: Buffer): Promise<boolean> {
  const { method = '', mode, payment_id: paymentId, token } = params as Record<string, string>
  const gateway = findGateway(method)
  const id = idOf(String(params.project_id))
  const project = gateway && id !== null && (mode === 'test' || mode === 'live') && (await cachedProject(id))
  if (project) useShareOf(project.id)
  const hinted = paymentId === undefined ? null : idOf(paymentId)
  if (!project || (paymentId !== undefined && (hinted === null || !knowsHint(hinted, token ?? ''))))
    throw new Refusal({ code: 'not_found', params: { what: 'address' } })
  const isTest = mode === 'test'
  const values = valuesOf(project.paymentSettings, getMethod(method), isTest)
  const named = values && (await gateway.readHint({ paymentId: hinted, headers, body }, values))
  if (!named) return false
  setCause({ actor: 'system', operation: 'provider.hint' })
  await atomically((tx) => applyHint(tx, { project, isTest }, method, named))
  return true
}
