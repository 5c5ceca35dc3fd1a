import { type Infer, shape } from './shape.ts'
import { id, time } from './values.ts'

const properties = {
  id: id('What was deleted.', 56),
  deleted_at: time('When.', '2026-02-03T04:05:06.789000Z'),
}

export interface DeletedObject extends Infer<typeof properties> {}

export const deleted = shape<DeletedObject>('Deleted', 'What was deleted, and when.', properties)
