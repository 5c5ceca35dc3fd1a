import type { Schema } from '../../common/kit/shape.ts'

export interface Media {
  schema: Schema
  example?: unknown
}

export function mediaOf(holder: Schema | undefined): Media | undefined {
  return (holder?.content as Record<string, Media> | undefined)?.['application/json']
}

/** Returns the type and the example of a body that is a file; undefined for other bodies. */
export function fileOf(body: Schema | undefined): { type: string; example: string } | undefined {
  const [[type, { example }] = ['', {}]] = Object.entries(
    (body?.content ?? {}) as Record<string, Partial<Media>>,
  )
  return type === 'application/json' || typeof example !== 'string' ? undefined : { type, example }
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
