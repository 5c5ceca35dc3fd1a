import type { Schema } from '../../common/kit/shape.ts'

export interface Media {
  schema: Schema
  example?: unknown
}

export function mediaOf(holder: Schema | undefined): Media | undefined {
  return (holder?.content as Record<string, Media> | undefined)?.['application/json']
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
