import { type Request, type Response, Router } from 'express'
import { Refusal } from '../../common/kit/refusal.ts'
import { knowsHint } from '../../common/links/hint.ts'
import { findGateway } from '../../common/payments/gateways.ts'
import { getMethod } from '../../common/payments/methods/all.ts'
import { valuesOf } from '../../common/payments/methods/settings.ts'
import { takeHint } from '../../common/payments/providers/take-hint.ts'
import { cachedProject } from '../../common/projects/cache.ts'
import { atomically } from '../../common/runtime/atomically.ts'
import { sendError } from '../answer.ts'
import { idOf } from '../context.ts'
import { readBytes } from '../read-body.ts'

/**
 * Where a provider says that something has changed (common/links/hint.ts). A hint makes the payment due to be asked
 * about, and is answered at once: how the payment stands is what the provider answers to us.
 */
export const hints = Router()

/** What is signed is in a body; the address of a payment is asked for as well, by QPay with GET. */
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
    if (await hear(request, await readBytes(request, response))) response.type('text').send('SUCCESS')
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
  'This is not signed by the provider of this account. Check the secret that the provider shows for this address.'

/** False where it does not come from the provider. */
async function hear({ params, headers }: Request, body: Buffer): Promise<boolean> {
  const { method = '', mode, payment_id: paymentId, token } = params as Record<string, string>
  const gateway = findGateway(method)
  const id = idOf(String(params.project_id))
  const project = gateway && id !== null && (mode === 'test' || mode === 'live') && (await cachedProject(id))
  const hinted = paymentId === undefined ? null : idOf(paymentId)
  if (!project || (paymentId !== undefined && (hinted === null || !knowsHint(hinted, token ?? ''))))
    throw new Refusal({ code: 'not_found', params: { what: 'address' } })
  const isTest = mode === 'test'
  const values = valuesOf(project.paymentSettings, getMethod(method), isTest)
  const named = values && (await gateway.readHint({ paymentId: hinted, headers, body }, values))
  if (!named) return false
  await atomically((tx) => takeHint(tx, { project, isTest }, method, named))
  return true
}
