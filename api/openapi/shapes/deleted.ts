import { Shape } from '../shape.ts'
import { id, time } from '../values.ts'

export const deleted = new Shape<{ id: number; deleted_at: string }>({
  name: 'Deleted',
  description: 'What was deleted, and when.',
  properties: { id: id('What was deleted.'), deleted_at: time('When.') },
  example: { id: 56, deleted_at: '2026-02-03T04:05:06.789000Z' },
})
