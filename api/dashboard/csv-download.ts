import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { Slots } from '../../common/kit/slots.ts'
import { MINUTE } from '../../common/kit/time.ts'
import { log, messageOf } from '../../common/runtime/log.ts'
import type { Download } from '../pages/kit/page-view.ts'

/** Time without progress after which a download is ended, in milliseconds. */
const STALLED = MINUTE

/** Further exports of a project are refused until one of these has ended. */
const ofProject = new Slots({ perKey: 2, waitingPerOwner: 0 })
/** Each takes one of this process's places for requests, for as long as its reader needs. */
const ofProcess = new Slots({ perKey: 10, waitingPerOwner: 0 })

/**
 * Returns a CSV file that is sent part by part, at the speed of its reader. The first part is read before anything is
 * sent, so that a refusal becomes a page. A later failure cuts the connection: then the browser says that the file is
 * incomplete.
 */
export function csvDownload(projectId: number, name: string, parts: AsyncGenerator<string>): Download {
  return {
    send: (request, response) =>
      ofProject.run(projectId, String(projectId), 0, () =>
        ofProcess.run(projectId, 'all', 0, async () => {
          const first = await parts.next()
          response.setHeader('Content-Type', 'text/csv; charset=utf-8')
          response.setHeader('Content-Disposition', `attachment; filename="${name}"`)
          if (request.method === 'HEAD') response.end()
          else await sendParts(response, startingWith(first.value as string, parts))
        }),
      ),
  }
}

/** Sends parts. Reads the next one when the reader has taken the last. Stops when the reader leaves or stalls. */
export async function sendParts(
  response: Response,
  parts: AsyncGenerator<string>,
  stalled = STALLED,
): Promise<void> {
  response.setTimeout(stalled, () => response.destroy())
  try {
    await pipeline(parts, response)
  } catch (error) {
    log().info(
      { error: messageOf(error) },
      'a CSV export was cut off, so its file is incomplete; the member can export again',
    )
  }
}

async function* startingWith(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}
