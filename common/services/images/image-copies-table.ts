import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { Subject } from '../../domain/images/picture.ts'
import { bytes, flag, integer, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const imageCopiesTable = defineTable(
  'image_copies',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    subject: word<Subject>(8).ascii(),
    subject_id: reference(),
    url: varchar(2048).binary().kept(),
    /** Number of requests for a copy. The result of an earlier request does not satisfy a later one. */
    asked: integer('int unsigned'),
    status: word<'pending' | 'copied' | 'failed'>(16),
    /** The copy that is shown meanwhile. */
    hash: bytes('binary(32)').nullable(),
    /** The number of the last try, from 1. It also distinguishes a worker's claim from a later one. */
    tries: integer().default(0),
    due_at: time().nullable(),
    armed_until: time().nullable(),
    error: varchar(500).nullable().kept(),
    /** The request that caused it, for the log. */
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

/** Our copy of the picture at an address, which is made in the background. */
export const ImageCopy = modelOf(imageCopiesTable)
export type ImageCopy = InstanceType<typeof ImageCopy>
