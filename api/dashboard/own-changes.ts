import { parse } from 'cookie'
import type { Request, Response } from 'express'
import { SECOND } from '../../common/kit/time.ts'
import { config } from '../../common/runtime/config.ts'
import type { ListQuery } from '../../db/page.ts'
import { readList } from '../../db/replica.ts'
import { onConnection, type Sql } from '../../db/sql.ts'

/** A browser has it for some seconds after a form was sent. */
const COOKIE = 'tolbor_changed'
/** Seconds until a process notices that the replica is too far behind. */
const NOTICED_AFTER = 5

/** Lets the lists of this browser use the primary until the replica has the change that a form has just made. */
export function noteOwnChange(response: Response): void {
  const { databaseReadUrl, databaseReadMaxLag, baseUrl } = config()
  if (databaseReadUrl === null) return
  response.cookie(COOKIE, '1', {
    maxAge: (databaseReadMaxLag + NOTICED_AFTER) * SECOND,
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
  })
}

/** Reads a list or figures for a page as `readList` does. Members see their own change at once. */
export function readForMember<Result>(
  { headers }: Request,
  query: ListQuery,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return parse(headers.cookie ?? '')[COOKIE] === undefined ? readList(query, work) : onConnection(work)
}
