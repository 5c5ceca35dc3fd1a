import type { Sql } from '../../../../db/sql.ts'
import type { Scope } from '../../projects/project.ts'
import { type EndpointRow, OWN_ENDPOINT } from './rows.ts'
import { openSecret } from './secret.ts'

/** An endpoint with its signing secret in full. It must be neither logged nor put into an address. */
export interface RevealedSecret {
  id: number
  url: string
  secret: string
}

/** Returns the signing secret of an endpoint in full; null without such an endpoint. Only owners may see it. */
export async function revealSecret(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
): Promise<RevealedSecret | null> {
  const row = await sql.row<Pick<EndpointRow, 'url' | 'secret'>>(
    `SELECT url, secret FROM webhook_endpoints WHERE id = ? AND ${OWN_ENDPOINT}`,
    [id, project.id, isTest],
  )
  return row ? { id, url: row.url, secret: openSecret(row.secret) } : null
}
