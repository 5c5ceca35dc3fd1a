import type { Schema } from '../../common/kit/shape.ts'

export interface Media {
  schema: Schema
  example?: unknown
}

export function mediaOf(holder: Schema | undefined): Media | undefined {
  return (holder?.content as Record<string, Media> | undefined)?.['application/json']
}

/** A file in an example: its text, or the name that it has on the disk if it is not text. */
export type ExampleFile = { text: string } | { name: string }

/** Returns the type and the example of a body that is a file; undefined for other bodies. */
export function fileOf(body: Schema | undefined): { type: string; file: ExampleFile } | undefined {
  const [first] = Object.entries((body?.content ?? {}) as Record<string, Partial<Media>>)
  if (!first || first[0] === 'application/json') return undefined
  const [type, { example }] = first
  const file = typeof example === 'string' ? { text: example } : { name: `file.${type.split('/').at(-1)!}` }
  return { type, file }
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
