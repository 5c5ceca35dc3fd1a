import { defineTable } from '../../../db/define-table.ts'
import { bytes, flag, integer, reference, time, word } from '../../kit/column.ts'

export const imagesTable = defineTable(
  'images',
  {
    project_id: reference(),
    hash: bytes('binary(32)'),
    type: word<string>(4).ascii(),
    width: integer('smallint unsigned'),
    height: integer('smallint unsigned'),
    clear: flag(),
    bytes: bytes('blob'),
    released_at: time().nullable(),
    created_at: time(),
  },
  {
    primary: ['project_id', 'hash'],
    index: {
      images_released: ['released_at'],
    },
  },
)
