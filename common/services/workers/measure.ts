import { besideTransactions } from '../../../db/sql.ts'
import { gauge } from '../../runtime/metrics.ts'
import { GONE_AFTER_SECONDS, workersAlive } from './heartbeat.ts'

/** Adds the metric of working workers. Web processes serve it too, since a missing worker serves nothing. */
export function measureWorkers(): void {
  gauge(
    'tolbor_workers',
    `Worker processes that have reported within the last ${GONE_AFTER_SECONDS} seconds`,
    [],
    async () => [{ labels: {}, value: (await besideTransactions(workersAlive)).length }],
  )
}
