import { defineTable } from '../../../db/define-table.ts'
import { bytes, flag, integer, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const imageCopiesTable = defineTable(
  'image_copies',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    subject: word<string>(8).ascii(),
    subject_id: reference(),
    url: varchar(2048).binary().kept(),
    asked: integer('int unsigned'),
    status: word<string>(16),
    hash: bytes('binary(32)').nullable(),
    tries: integer().default(0),
    due_at: time().nullable(),
    armed_until: time().nullable(),
    error: varchar(500).nullable().kept(),
    request_id: varchar(128).nullable().kept(),
    created_at: time(),
    updated_at: time(),
    due_since: time().nullable(),
  },
  {
    unique: {
      image_copies_subject: ['subject', 'subject_id'],
    },
    index: {
      image_copies_due: ['due_at', 'project_id'],
      image_copies_image: ['project_id', 'hash'],
      image_copies_turn: ['project_id', 'due_at'],
    },
  },
)
