import type { Worker } from 'bullmq'
import { queueNames } from '../../common/domain/jobs/catalog.ts'
import { deleteJobs } from '../../common/runtime/queues.ts'
import { connectRedis } from '../../common/runtime/redis.ts'
import { consume } from '../../worker/consume.ts'
import { startScanning } from '../../worker/scan.ts'

/**
 * Runs a worker inside this process, against the runner's database and Redis, so that a test may put its own providers in.
 * Jobs left by other tests are deleted first. Returns how to stop it; after that this process takes no more turns.
 */
export async function startWorkerHere(): Promise<() => Promise<void>> {
  for (const name of queueNames) await deleteJobs(name)
  const connection = connectRedis('worker')
  const workers: Worker[] = consume(connection)
  const stopScanning = startScanning()
  return async () => {
    await Promise.all([stopScanning(), ...workers.map((worker) => worker.close())])
    connection.disconnect()
  }
}
