import { type Infer, shape } from './shape.ts'
import { id, time } from './values.ts'

const properties = {
  id: id('The deleted object.', 56),
  deleted_at: time('When it was deleted.', '2026-02-03T04:05:06.789000Z'),
}

export interface DeletedObject extends Infer<typeof properties> {}

export const deleted = shape<DeletedObject>('Deleted', 'A deleted object, with the time.', properties)
