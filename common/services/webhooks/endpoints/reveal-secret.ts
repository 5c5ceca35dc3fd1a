import type { Sql } from '../../../../db/sql.ts'
import type { Scope } from '../../projects/project.ts'
import { findOwnEndpoint } from './find.ts'
import { openSecret } from './secret.ts'

/** An endpoint with its signing secret in full. It must be neither logged nor put into an address. */
export interface RevealedSecret {
  id: number
  url: string
  secret: string
}

/** Returns the signing secret of an endpoint in full; null without such an endpoint. Only owners may see it. */
export async function revealSecret(sql: Sql, scope: Scope, id: number): Promise<RevealedSecret | null> {
  const endpoint = await findOwnEndpoint(sql, scope, id)
  return endpoint && { id, url: endpoint.url, secret: openSecret(endpoint.secret) }
}
