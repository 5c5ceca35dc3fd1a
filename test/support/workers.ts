import type { Worker } from 'bullmq'
import { queueNames } from '../../common/domain/jobs/catalog.ts'
import { deleteJobs } from '../../common/runtime/queues.ts'
import { connectRedis } from '../../common/runtime/redis.ts'
import { consume } from '../../worker/consume.ts'
import { startScanning } from '../../worker/scan.ts'

/**
 * Runs a worker in this process with the runner's database and Redis, so that a test can replace its providers.
 * Deletes the jobs of other tests first. Returns a function that stops the worker.
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
