import type { Router } from 'express'
import { eventTypes } from '../../../common/domain/events/types.ts'
import { addressRules, endpointAddressFault } from '../../../common/domain/webhooks/address.ts'
import type { FormErrors, FormProblem } from '../../../common/kit/form.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { cut } from '../../../common/kit/text.ts'
import { DAY, later } from '../../../common/kit/time.ts'
import { config } from '../../../common/runtime/config.ts'
import { listDeliveries } from '../../../common/services/webhooks/deliveries/list.ts'
import { createEndpoint } from '../../../common/services/webhooks/endpoints/create.ts'
import { deleteEndpoint } from '../../../common/services/webhooks/endpoints/delete.ts'
import {
  type EndpointWithHealth,
  findEndpoint,
  withHealth,
} from '../../../common/services/webhooks/endpoints/health.ts'
import { listEndpoints } from '../../../common/services/webhooks/endpoints/list.ts'
import { revealSecret } from '../../../common/services/webhooks/endpoints/reveal-secret.ts'
import { rotateSecret } from '../../../common/services/webhooks/endpoints/rotate-secret.ts'
import { testEndpoint } from '../../../common/services/webhooks/endpoints/test.ts'
import { updateEndpoint } from '../../../common/services/webhooks/endpoints/update.ts'
import { createRehearsal } from '../../../common/services/webhooks/rehearsals/create.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Form } from '../../pages/form.ts'
import { endpointBody, endpointChanges, rehearsalBody } from '../../v1/webhook-endpoints/schema.ts'
import { validate } from '../../valid.ts'
import { change } from '../change.ts'
import { createOnce } from '../create-once.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { formPage } from '../kit/form.ts'
import { listPage } from '../kit/list.ts'
import type { ActionResult, Faults } from '../page.ts'
import { addressIn, type ProjectVisit } from '../project-visit.ts'
import {
  boxOf,
  endpointDetail,
  endpointForm,
  endpointList,
  newEndpointForm,
  pathOfEndpoint,
  secretDetail,
  type WholeEndpoint,
} from './endpoint-view.ts'

/** Number of deliveries on the page of an endpoint, the newest first. */
const SHOWN = 10

const endpointsPage = listPage({
  ...endpointList,
  find: async (sql, scope, { health, ...query }) => {
    const page = await listEndpoints(sql, scope, { ...query, isFailing: health === 'failing' })
    return { ...page, items: await withHealth(sql, page.items) }
  },
})

const newEndpointPage = formPage<undefined>({
  ...newEndpointForm,
  needs: 'administer',
  done: 'endpoint_added',
  fresh: true,
  check: (visit, form) => faultsIn(newDraft(visit, form), visit, form),
  save: async (visit, _none, form) => {
    const { scope } = visit
    const draft = newDraft(visit, form)
    const faults = faultsIn(draft, visit, form)
    if (faults) return faults
    try {
      const id = await createOnce(visit, newEndpointForm.path, form, async (tx) => {
        return (await createEndpoint(tx, scope, draft.valid())).id
      })
      return { goTo: addressIn(visit, `${pathOfEndpoint(id)}/secret`) }
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 422) throw error
      return { errors: { url: 'endpoint_limit' } }
    }
  },
})

const endpointFormPage = formPage<EndpointWithHealth>({
  ...endpointForm,
  needs: 'administer',
  fresh: true,
  find: ({ scope }, id) => (id === null ? null : onConnection((sql) => findEndpoint(sql, scope, id))),
  check: (visit, form) => faultsIn(changesDraft(visit, form), visit, form),
  save: async (visit, { id }, form) => {
    const { scope } = visit
    const draft = changesDraft(visit, form)
    try {
      await change(scope, (tx) => updateEndpoint(tx, scope, id, draft))
    } catch (error) {
      return { errors: errorsIn(error, visit, form) }
    }
    return { goTo: addressIn(visit, pathOfEndpoint(id)) }
  },
})

const { test, rehearse, enable, disable, rotate, delete: remove } = endpointDetail.actions

const endpointPage = detailPage<WholeEndpoint>({
  ...endpointDetail,
  find: ({ scope }, id) =>
    onConnection(async (sql) => {
      const endpoint = await findEndpoint(sql, scope, id)
      if (!endpoint) return null
      const query = { endpoint_id: id, ...newest(SHOWN) }
      return { endpoint, deliveries: (await listDeliveries(sql, scope, query)).items }
    }),
  actions: {
    test: {
      ...test,
      run: (visit, { endpoint: { id } }) =>
        ifActive(async () => {
          const event = await change(visit.scope, (tx) => testEndpoint(tx, visit.scope, id))
          return {
            goTo: addressIn(visit, '/developers/deliveries', { event_id: String(event.id) }),
            done: 'sending',
          }
        }),
    },
    rehearse: {
      ...rehearse,
      run: (visit, { endpoint: { id } }, { duplicates, reorder }) =>
        ifActive(async () => {
          if (!visit.scope.isTest) return {}
          const wanted = { duplicates: duplicates === '1', reorder: reorder === '1' }
          await change(visit.scope, (tx) =>
            createRehearsal(tx, visit.scope, id, validate(rehearsalBody, wanted)),
          )
          return {
            goTo: addressIn(visit, '/developers/deliveries', { endpoint_id: String(id) }),
            done: 'sending',
          }
        }),
    },
    enable: { ...enable, run: (visit, { endpoint }, { missed }) => turnOn(visit, endpoint, missed === '1') },
    disable: {
      ...disable,
      run: (visit, { endpoint: { id } }) => save(visit, id, { active: false }),
    },
    rotate: {
      ...rotate,
      fresh: true,
      run: async (visit, { endpoint: { id } }) => {
        await change(visit.scope, (tx) => rotateSecret(tx, visit.scope, id))
        return { goTo: addressIn(visit, `${pathOfEndpoint(id)}/secret`), done: 'done' }
      },
    },
    delete: {
      ...remove,
      run: async (visit, { endpoint: { id } }, { agreed }) => {
        if (agreed !== '1') return { errors: { agreed: 'endpoint_agree' } }
        await change(visit.scope, (tx) => deleteEndpoint(tx, visit.scope, id))
        return { goTo: addressIn(visit, endpointList.path), done: 'endpoint_removed' }
      },
    },
  },
})

const secretPage = detailPage({
  ...secretDetail,
  needs: 'administer',
  fresh: true,
  find: ({ scope }, id) => onConnection((sql) => revealSecret(sql, scope, id)),
})

/** The webhook endpoints. The path of the form comes before the path of an endpoint. */
export const endpointPages: readonly Router[] = [
  ...[endpointsPage, newEndpointPage, endpointPage, endpointFormPage, secretPage],
]

/**
 * Activates an endpoint. The missed events begin a day before it failed, or before the last one that arrived. Those that
 * arrived are not sent again.
 */
function turnOn(
  visit: ProjectVisit,
  endpoint: EndpointWithHealth,
  withMissed: boolean,
): Promise<ActionResult> {
  const worked = endpoint.failing_since ?? endpoint.last_success_at
  const since = worked === null ? new Date(endpoint.created_at) : later(new Date(worked), -DAY)
  return save(visit, endpoint.id, {
    active: true,
    ...(withMissed && { resend_since: since.toISOString() }),
  })
}

async function save({ scope }: ProjectVisit, id: number, changes: object): Promise<ActionResult> {
  const draft = validate(endpointChanges, changes, { isTest: scope.isTest })
  await change(scope, (tx) => updateEndpoint(tx, scope, id, draft))
  return { done: 'saved' }
}

/** Another member may have turned the endpoint off meanwhile. */
async function ifActive(run: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'endpoint_inactive')) throw error
    return { errors: { '': 'endpoint_inactive' } }
  }
}

const TEXTS = ['url', 'description', 'signature_header'] as const

/** Returns the fields of the form as a PATCH. An empty field clears the value, and no ticked event means all. */
function fieldsIn(form: Form) {
  const events = eventTypes.filter((type) => form[boxOf(type)] === '1')
  const [url, description, header] = TEXTS.map((name) => form[name]?.trim() || null)
  return {
    // An empty address is refused by its form, and not as a missing one.
    ...{ url: url ?? '', description, signature_header: header },
    events: events.length > 0 ? events : null,
  }
}

function newDraft({ scope }: ProjectVisit, form: Form) {
  const { url, ...others } = fieldsIn(form)
  return validate(endpointBody, { url, ...withoutNull(others) }, { isTest: scope.isTest })
}

function changesDraft({ scope }: ProjectVisit, form: Form) {
  return validate(endpointChanges, fieldsIn(form), { isTest: scope.isTest, keepNull: true })
}

function faultsIn(draft: { valid: () => unknown }, visit: ProjectVisit, form: Form): Faults {
  try {
    draft.valid()
    return null
  } catch (error) {
    return { errors: errorsIn(error, visit, form) }
  }
}

function withoutNull(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

const PROBLEMS: Readonly<Record<string, ProblemKey>> = {
  description: 'endpoint_description',
  signature_header: 'endpoint_header',
}

/** The characters of a typed address that a sentence repeats. */
const LONGEST_SHOWN = 80

const ADDRESS_PROBLEMS = {
  too_long: 'endpoint_url',
  not_absolute: 'endpoint_url',
  not_https: 'endpoint_url_scheme',
  password: 'endpoint_url_password',
  port: 'endpoint_url_port',
  private: 'endpoint_url_private',
} as const

/** Returns the problems of a refused form by field. */
function errorsIn(error: unknown, { scope }: ProjectVisit, { url = '' }: Form): FormErrors {
  if (!(error instanceof Refusal) || error.status !== 422) throw error
  const rules = addressRules(scope.isTest, config().webhookAllowPrivate)
  const address = url.trim()
  const fault = endpointAddressFault(address, rules) ?? 'not_absolute'
  const isStartWrong = fault === 'not_https' || (address !== '' && !/^https?:\/\//i.test(address))
  const typed = address.length > LONGEST_SHOWN ? `${cut(address, LONGEST_SHOWN)}…` : address
  const problems: Readonly<Record<string, FormProblem>> = {
    ...PROBLEMS,
    url: isStartWrong ? { problem: 'endpoint_url_scheme', about: { typed } } : ADDRESS_PROBLEMS[fault],
  }
  return Object.fromEntries(
    error.problems.map(({ path = '' }) => [path in problems ? path : '', problems[path] ?? 'form_refused']),
  )
}
