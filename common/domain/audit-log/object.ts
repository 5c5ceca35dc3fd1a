import * as column from '../../kit/column.ts'
import { field } from '../../kit/field.ts'
import type { FieldChange, FieldValue } from '../../kit/field-changes.ts'
import { type Infer, Kind, list, nullable, object, optional, shape } from '../../kit/shape.ts'
import { choice, createdAt, id, isTest, projectId, text } from '../../kit/values.ts'
import { AUDITED_OBJECTS } from './audited.ts'

/** `system`: a timer or another background job. `customer`: a page that customers use, or the customer portal. */
export const ACTORS = ['member', 'token', 'cli', 'email_link', 'customer', 'system'] as const

export type ActorType = (typeof ACTORS)[number]

export const CHANGES = ['created', 'updated', 'deleted'] as const

const scalars = { type: ['string', 'number', 'boolean', 'null'] }
const strings = { type: 'array', items: { type: 'string' } }

const value = (description: string) =>
  optional(new Kind<FieldValue | undefined>({ anyOf: [scalars, strings], description }, undefined))

const fieldChange = object<FieldChange>({
  field: text('The name of the field; `notifications.sale` is a field of `notifications`.', 'name'),
  from: value('The value before. Missing for secrets, for data of a person and for lists of objects.'),
  to: value('The value after. Missing for the same fields.'),
})

export const auditEntryProperties = {
  id: field(id('The entry.', 512), column.primaryKey()),
  project_id: projectId,
  actor: field(
    choice(
      'Who made the change: a `member` of the dashboard, an API `token`, the command line (`cli`), a person with the link in an email to your shop (`email_link`), a `customer` on a page, or the `system` at its time.',
      ACTORS,
      'token',
    ),
    column.word<ActorType>(16),
  ),
  actor_id: field(id('The member or the token; null for others.', 3), column.reference().nullable()),
  actor_email: nullable(text('The email address of the member.')),
  operation: field(
    text(
      'What the actor did: the operation of the API, the command, the button of a page or the job of the system.',
      'confirmPayment',
    ),
    column.varchar(64).ascii().kept(),
  ),
  object: field(
    choice('The kind of object that changed.', AUDITED_OBJECTS, 'payment'),
    column.word<(typeof AUDITED_OBJECTS)[number]>(20),
  ),
  object_id: field(id('The object that changed.', 90), column.reference()),
  change: field(choice('What happened to the object.', CHANGES, 'updated'), column.word(8)),
  changes: field(
    list(
      'The fields that changed, for catalogue, settings, members, customers, payment links and webhook endpoints, the amounts of payments that people confirm or refund, and the status of those that are paid by it; null for others and for entries of older releases.',
      fieldChange,
      [{ field: 'name', from: 'Tea', to: 'Green tea' }],
    ),
    column.json<FieldChange[]>('mediumtext').nullable().kept(),
  ),
  ip_address: field(
    text(
      'The address that the request came from. Null for customers, the command line and the system.',
      '203.0.113.7',
    ),
    column.varchar(45).ascii().nullable().kept(),
  ),
  request_id: field(
    text(
      'The `X-Request-Id` of the request. A job has the one that caused it.',
      'b7f2c1de-0f3a-4b0e-9d57-3a0c5f8f2f11',
    ),
    column.varchar(128).ascii().nullable().kept(),
  ),
  is_test: isTest,
  created_at: createdAt('2026-02-09T03:00:00.000000Z'),
}

/** An entry of the audit log, as `GET /audit-log` returns it. */
export interface AuditEntryObject extends Infer<typeof auditEntryProperties> {}

export const auditEntry = shape<AuditEntryObject>(
  'AuditEntry',
  'The change of one object in one transaction. Entries are never changed.',
  auditEntryProperties,
)
