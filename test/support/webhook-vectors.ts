import { readFileSync } from 'node:fs'

/** A delivery, genuine or not, and who takes it for genuine: docs/webhooks/vectors.json. */
export interface Vector {
  name: string
  secret: string
  now: number
  headers: Record<string, string>
  body: string
  accepts: { standard: boolean; plain: boolean }
}

/** The file as it stands in the repository. */
export const vectorsText = readFileSync('docs/webhooks/vectors.json', 'utf8')

export const { vectors } = JSON.parse(vectorsText) as { vectors: Vector[] }
