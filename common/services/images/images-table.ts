import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import type { CopyType } from '../../domain/images/picture.ts'
import { bytes, flag, integer, reference, time, word } from '../../kit/column.ts'

export const imagesTable = defineTable(
  'images',
  {
    project_id: reference(),
    hash: bytes('binary(32)'),
    type: word<CopyType>(4).ascii(),
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

/** A small picture of a project, by the hash of its content. */
export const StoredImage = modelOf(imagesTable)
export type StoredImage = InstanceType<typeof StoredImage>
