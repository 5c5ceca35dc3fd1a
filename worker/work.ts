import { config } from '../common/runtime/config.ts'
import { log } from '../common/runtime/log.ts'
import { serveMetrics } from '../common/runtime/metrics.ts'
import { subscribe } from '../common/runtime/publish.ts'
import { closeQueues } from '../common/runtime/queues.ts'
import { connectRedis } from '../common/runtime/redis.ts'
import { runProcess } from '../common/runtime/run-process.ts'
import { stopDraining } from '../common/webhooks/deliveries/drain.ts'
import { drainsEnded } from '../common/webhooks/deliveries/wake.ts'
import { closeDatabase } from '../db/connection.ts'
import { followTime } from '../db/follow-time.ts'
import { startCanary } from './canary.ts'
import { startCleaning } from './clean.ts'
import { consume } from './consume.ts'
import { measureState } from './measure.ts'
import { startScanning } from './scan.ts'

const STOP_WITHIN = 24_000

/** A worker process: takes jobs, looks for lost ones, and can be one of any number. */
function main(): void {
  config() // every problem of the environment at once, before anything runs
  const connection = connectRedis('worker')
  const workers = consume(connection)
  const stopFollowing = followTime()
  const stopScanning = startScanning()
  const stopCleaning = startCleaning()
  const subscription = subscribe()
  const stopCanary = startCanary(connection, () => process.exit(1))
  const measuring = config().metricsPort === null ? null : measureState()
  void serveMetrics()
  log().info({ concurrency: config().workerConcurrency }, 'worker is taking jobs')

  async function stop(signal: string): Promise<void> {
    log().info({ signal }, 'worker is stopping')
    stopDraining()
    stopFollowing()
    setTimeout(() => process.exit(0), STOP_WITHIN).unref() // what is cut off stays due
    await Promise.all([
      stopScanning(),
      stopCleaning(),
      stopCanary(),
      measuring?.stop(),
      ...workers.map((worker) => worker.close()),
    ])
    subscription.stop()
    await drainsEnded()
    await closeQueues()
    connection.disconnect()
    await closeDatabase()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
}

runProcess(main)
