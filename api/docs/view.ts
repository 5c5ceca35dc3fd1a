import { readFileSync } from 'node:fs'
import { events, eventTypes } from '../../common/domain/events/types.ts'
import { type Code, refusals, statusOf } from '../../common/kit/refusal.ts'
import type { Schema } from '../../common/kit/shape.ts'
import { config } from '../../common/runtime/config.ts'
import { viewsFolder } from '../../common/services/text/views.ts'
import type { OpenApi } from '../openapi/document.ts'
import { sampleBody, sampleSentence } from '../openapi/errors.ts'
import { codeOf } from './code.ts'
import { mediaOf, pretty } from './examples.ts'
import { type Field, fieldsOf, peersOf, valueOf } from './fields.ts'
import { LANGUAGES, samplesOf } from './samples/all.ts'
import { requestOf } from './samples/request.ts'
import { merged, objectNames, resolved, whole } from './schemas.ts'

/** Returns the data for the page of the reference, from the OpenAPI document. */
export function docsView(document: OpenApi) {
  const { baseUrl, rateLimitPerSecond, webhookSignatureHeader } = config()
  return {
    page: { lang: 'en' },
    baseUrl,
    rate: { steady: rateLimitPerSecond, burst: rateLimitPerSecond * 2 },
    signatureHeader: webhookSignatureHeader,
    checks: CHECKS.map(([file, name, languages]) => ({
      languages,
      ...codeOf(`Check a delivery in ${name}`, snippet(file)),
    })),
    problem: codeOf('An error', pretty(sampleBody('lookup_key_not_found'))),
    languages: LANGUAGES.map(({ id, name }) => ({ id, name })),
    install: codeOf('Install the client', `npm install ${baseUrl}/client.tgz`),
    client: codeOf('The client', CLIENT.replace('BASE_URL', baseUrl)),
    receive: codeOf('Receive with the client', RECEIVE),
    event: codeOf('An event', pretty(withSmallObject(document))),
    chapters: chaptersOf(document),
    objects: objectsOf(document),
    events: eventTypes.map((type) => ({
      id: `event-${type}`,
      type,
      meaning: events[type].meaning,
      toDo: splitCode(events[type].toDo),
      payload: codeOf(
        'Payload',
        pretty(mediaOf(document.webhooks[type]?.post.requestBody as Schema)?.example),
      ),
    })),
    codes: (Object.keys(refusals) as Code[])
      .map((code) => ({ code, status: statusOf(code), sentence: sampleSentence(code) }))
      .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1)),
  }
}

/** The setup code for all samples in Node.js. */
const CLIENT = `import { Tolbor } from 'tolbor'

const tolbor = new Tolbor({ api: 'BASE_URL/v1/projects/1', token: 'YOUR_TOKEN' })`

/** The sample receiver for Express. It must come before any middleware that parses bodies. */
const RECEIVE = `import express from 'express'
import { webhooks } from 'tolbor'

const { WEBHOOK_SECRET } = process.env
const shop = express()
shop.post('/webhooks', express.raw({ type: () => true }), (request, response) => {
  let event
  try {
    event = webhooks.verify(request.body, request.headers, WEBHOOK_SECRET)
  } catch {
    return response.sendStatus(401)
  }
  if (event.type === 'checkout.completed') deliver(event.webhook_id, event.data.object)
  response.sendStatus(200)
})`

/** The signature checks, with the languages of the page that show each. Node.js is also shown for curl. */
const CHECKS: [file: string, name: string, languages: string][] = [
  ['verify.mjs', 'Node.js', 'in-node in-curl'],
  ['verify.py', 'Python', 'in-python'],
  ['verify.php', 'PHP', 'in-php'],
  ['verify.go', 'Go', 'in-go'],
  ['verify.rb', 'Ruby', 'in-any'],
]

/** Reads a snippet. The tests run the same files against vectors.json. */
function snippet(file: string): string {
  return readFileSync(`${viewsFolder}../docs/webhooks/snippets/${file}`, 'utf8').trimEnd()
}

interface Tag {
  name: string
  description: string
}

function chaptersOf(document: OpenApi) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return (document.tags as Tag[])
    .map(({ name, description }) => ({
      id: name.toLowerCase().replaceAll(' ', '-'),
      name,
      description: splitCode(description),
      calls: calls
        .filter(({ operation }) => (operation.tags as string[]).includes(name))
        .map(({ path, method, operation }) => callOf(document, path, method, operation)),
    }))
    .filter((chapter) => chapter.calls.length > 0)
}

interface Operation extends Schema {
  operationId: string
  summary: string
  description?: string
  parameters: Schema[]
  requestBody?: Schema
  responses: Record<string, Schema>
}

function callOf(document: OpenApi, path: string, method: string, operation: Schema) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation as Operation
  const taken = mediaOf(requestBody)
  const body = taken && whole(document, taken.schema)
  const groups = [
    { title: 'Path', rules: '', fields: parametersIn('path', parameters) },
    { title: 'Query', rules: '', fields: parametersIn('query', parameters) },
    {
      title: 'Body',
      rules: body ? peersOf(body).join('; ') : '',
      fields: body ? fieldsOf(body) : [],
    },
  ]
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const answer = mediaOf(answers[0]?.[1])
  const object = answer && dataOf(resolved(document, answer.schema))
  return {
    id: operationId,
    summary,
    method: method.toUpperCase(),
    path,
    description: description === undefined ? null : splitCode(description),
    groups: groups
      .filter(({ fields }) => fields.length > 0)
      .map(({ title, rules, fields }) => ({
        title,
        rules: splitCode(rules),
        fields: fields.map((field) => shown(field, 'request')),
      })),
    samples: samplesOf(document, path, method, operation),
    statuses: answers.map(([status]) => status).join(' or '),
    object,
    answer: codeOf('Response', pretty(answer?.example)),
    sendable: method === 'get' ? requestOf(document, path, method, operation).address : null,
    codes: ['409', '422'].flatMap((status) => codesOf(status, responses[status])),
  }
}

function parametersIn(place: string, parameters: Schema[]): Field[] {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, schema }) => ({
      name: name as string,
      isRequired: required === true,
      ...valueOf({ ...(schema as Schema), description }),
      inner: null,
    }))
}

/** Returns the object in a response, and whether the response is a list. */
function dataOf(schema: Schema): { id: string; name: string; isList: boolean } | null {
  const { data } = schema.properties as { data: Schema }
  const { object } = valueOf(data)
  return object && { ...object, isList: data.type === 'array' }
}

/** Returns the refusals of one call, without those that every call has. */
function codesOf(status: string, response: Schema | undefined): { status: string; code: string }[] {
  const media = mediaOf(response) as { examples?: Record<string, unknown> } | undefined
  return Object.keys(media?.examples ?? {})
    .filter((code) => code !== 'validation_failed' && !code.startsWith('idempotency_'))
    .map((code) => ({ status, code }))
}

function objectsOf(document: OpenApi) {
  return objectNames(document).map((name) => {
    const schema = document.components.schemas[name] as { description: string }
    return {
      id: `object-${name}`,
      name,
      description: splitCode(schema.description),
      fields: fieldsOf(merged(document, schema)).map((field) => shown(field, 'response')),
    }
  })
}

interface ShownField extends Omit<Field, 'description' | 'limits' | 'inner'> {
  description: ReturnType<typeof splitCode>
  limits: ReturnType<typeof splitCode>
  inner: { name: string; count: string; fields: ShownField[] } | null
}

/** Formats a field. Responses contain every field, so only fields of requests are marked as required. */
function shown({ inner, ...field }: Field, way: 'request' | 'response'): ShownField {
  return {
    ...field,
    isRequired: field.isRequired && way === 'request',
    description: splitCode(field.description),
    limits: splitCode(field.limits),
    inner: inner && {
      name: inner.name,
      count: inner.fields.length === 1 ? '1 field' : `${inner.fields.length} fields`,
      fields: inner.fields.map((one) => shown(one, way)),
    },
  }
}

function withSmallObject({ webhooks }: OpenApi): unknown {
  const { example } = mediaOf(webhooks['checkout.completed']?.post.requestBody as Schema) ?? {}
  const { data, ...envelope } = example as { data: { object: { id: number; status: string } } }
  const { id, status } = data.object
  return { ...envelope, data: { object: { id, status, '…': '…' } } }
}

/** Splits a sentence at its `code`. The page escapes each piece and marks the code. */
export function splitCode(sentence: string): { text: string; isCode: boolean }[] {
  return sentence
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
