import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { bytes, flag, primaryKey, reference, time, varchar } from '../../kit/column.ts'

export const itemPicturesTable = defineTable(
  'item_pictures',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    url_hash: bytes('binary(32)'),
    picture: varchar(96).ascii().nullable().kept(),
    asked_at: time(),
  },
  {
    unique: {
      item_pictures_url: ['project_id', 'is_test', 'url_hash'],
    },
    index: {
      item_pictures_asked: ['asked_at'],
    },
  },
)

/** The picture at an address, of items that are not in the catalogue or of a bank. */
export const ItemPicture = modelOf(itemPicturesTable)
export type ItemPicture = InstanceType<typeof ItemPicture>
