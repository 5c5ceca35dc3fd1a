import { readFileSync } from 'node:fs'

/** A delivery from docs/webhooks/vectors.json, and which checks of its signature accept it. */
export interface Vector {
  name: string
  secret: string
  now: number
  headers: Record<string, string>
  body: string
  accepts: { standard: boolean; plain: boolean }
}

/** The text of the file in the repository. */
export const vectorsText = readFileSync('docs/webhooks/vectors.json', 'utf8')

export const { vectors } = JSON.parse(vectorsText) as { vectors: Vector[] }
