import { config } from '../common/runtime/config.ts'
import { log } from '../common/runtime/log.ts'
import { serveMetrics } from '../common/runtime/metrics.ts'
import { subscribe } from '../common/runtime/publish.ts'
import { closeQueues } from '../common/runtime/queues.ts'
import { connectRedis, exitOnWrongDatabase } from '../common/runtime/redis.ts'
import { release } from '../common/runtime/release.ts'
import { runProcess } from '../common/runtime/run-process.ts'
import { stopDraining } from '../common/services/webhooks/deliveries/drain.ts'
import { closeDatabase } from '../db/connection.ts'
import { followTime } from '../db/follow-time.ts'
import { watchDatabase } from '../db/watch-database.ts'
import { startCleaning } from './clean.ts'
import { closeAll, consume } from './consume.ts'
import { startHeartbeat } from './heartbeat.ts'
import { measureState } from './measure.ts'
import { queueViewer } from './queue-viewer.ts'
import { isScanning, startScanning } from './scan.ts'
import { stopTurns } from './take-turn.ts'

const STOP_WITHIN = 24_000

/** Runs a worker process: it takes jobs and scans for lost ones. Any number may run. */
function main(): void {
  config() // fail on a bad environment before anything runs
  // The row is still due. Ending the process would also fail its other jobs.
  process.on('unhandledRejection', (error) => {
    log().error({ err: error }, 'unhandled rejection; the worker continues')
  })
  log().info({ release }, 'worker is starting')
  const connection = connectRedis('worker')
  exitOnWrongDatabase(connection)
  const workers = consume(connection)
  const stopFollowing = followTime()
  const stopWatching = watchDatabase()
  const stopScanning = startScanning()
  const stopCleaning = startCleaning()
  const stopHeartbeat = startHeartbeat(isScanning)
  const subscription = subscribe()
  const measuring = config().metricsPort === null ? null : measureState()
  const { queueViewerPassword: password, metricsPort } = config()
  if (password !== null && metricsPort === null)
    log().warn('QUEUE_VIEWER_PASSWORD has no effect without METRICS_PORT')
  void serveMetrics(metricsPort, password === null ? undefined : queueViewer(password))
  log().info({ concurrency: config().workerConcurrency }, 'worker is taking jobs')

  async function stop(signal: string): Promise<void> {
    log().info({ signal }, 'worker is stopping')
    stopTurns()
    stopDraining()
    stopFollowing()
    stopWatching()
    setTimeout(() => process.exit(0), STOP_WITHIN).unref() // rows of aborted jobs stay due
    await Promise.all([stopScanning(), stopCleaning(), stopHeartbeat(), measuring?.stop(), closeAll(workers)])
    subscription.stop()
    await closeQueues()
    connection.disconnect()
    await closeDatabase()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
}

runProcess(main)
