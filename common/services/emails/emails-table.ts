import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { char, flag, integer, json, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'
import type { Locale } from '../../kit/format.ts'
import type { EmailKind } from './kinds.ts'

export const emailsTable = defineTable(
  'emails',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    kind: word<EmailKind>(48).ascii(),
    cause: word<string>(96).ascii(),
    customer_id: reference().nullable(),
    recipient: varchar(254).erased(''),
    locale: char<Locale>(2).kept(),
    /** The payload, by kind. */
    words: json<unknown>('mediumtext').erased('{}'),
    status: word<'pending' | 'sent' | 'failed' | 'canceled'>(16).rewritten(),
    /** The number of the last try, from 1. It also distinguishes our claim from a later one. */
    tries: integer().default(0),
    due_at: time().nullable().erased(),
    /** Written by releases before 0.2.0. */
    armed_until: time().nullable().erased(),
    error: varchar(500).nullable().erased(),
    sent_at: time().nullable(),
    /** The request that caused it, for the log. */
    request_id: varchar(128).nullable().kept(),
    created_at: time(),
    updated_at: time(),
    due_since: time().nullable().erased(),
  },
  {
    unique: {
      emails_once: ['kind', 'cause'],
    },
    index: {
      emails_customer: ['customer_id', 'id'],
      emails_due: ['due_at', 'project_id'],
      emails_turn: ['project_id', 'due_at'],
    },
  },
)

/** An email that was sent or waits to be sent. */
export const Email = modelOf(emailsTable)
export type Email = InstanceType<typeof Email>
