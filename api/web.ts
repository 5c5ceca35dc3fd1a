import { SECOND } from '../common/kit/time.ts'
import { config } from '../common/runtime/config.ts'
import { ANSWER_WITHIN } from '../common/runtime/deadline.ts'
import { createServer } from '../common/runtime/http.ts'
import { listenHost } from '../common/runtime/listen-host.ts'
import { log } from '../common/runtime/log.ts'
import { measureRedis } from '../common/runtime/measure-redis.ts'
import { serveMetrics } from '../common/runtime/metrics.ts'
import { subscribe } from '../common/runtime/publish.ts'
import { closeQueues, producer } from '../common/runtime/queues.ts'
import { exitOnWrongDatabase } from '../common/runtime/redis.ts'
import { release } from '../common/runtime/release.ts'
import { runProcess } from '../common/runtime/run-process.ts'
import { watchReplica } from '../common/services/replica/watch.ts'
import { startRequestLog } from '../common/services/request-log/record.ts'
import { measureWorkers } from '../common/services/workers/measure.ts'
import { closeDatabase } from '../db/connection.ts'
import { followTime } from '../db/follow-time.ts'
import { setLimits } from '../db/session.ts'
import { watchDatabase } from '../db/watch-database.ts'
import { createApp } from './app.ts'
import { GracefulClose } from './graceful-close.ts'
import { LoadShedder } from './load-shedding.ts'
import { answerUnreadable } from './unreadable-request.ts'

/** The most seconds that a request waits for a row lock. */
const LOCK_WAIT = 2
const STOP_WITHIN = 20_000

function main(): void {
  setLimits({ lockWait: LOCK_WAIT, statement: ANSWER_WITHIN / SECOND })
  const { port } = config()
  log().info({ release }, 'web is starting')
  const shedder = new LoadShedder()
  const server = createServer(shedder.beforeApi(createApp(undefined, shedder)))
  const closing = new GracefulClose(server)
  answerUnreadable(server)
  server.keepAliveTimeout = 65_000 // longer than a load balancer's, so that it never writes into a closing connection
  server.headersTimeout = 70_000
  server.requestTimeout = 30_000
  const subscription = subscribe()
  const stopFollowing = followTime()
  const stopWatching = watchDatabase()
  const stopReplica = watchReplica()
  exitOnWrongDatabase(producer()) // connects while the first requests run
  measureWorkers()
  measureRedis()
  const stopRequestLog = startRequestLog()
  void serveMetrics()
  server.on('error', (error) => {
    log().fatal(
      { error: error.message, port },
      'cannot listen; is another process using the port? Set PORT to a free one',
    )
    process.exit(1)
  })
  server.listen(port, listenHost(), () => {
    log().info({ port }, 'web is listening')
  })

  /** Accepts no more requests, finishes the running ones, sends the last jobs, and exits with 0. */
  async function stop(signal: string): Promise<void> {
    log().info({ signal }, 'web is stopping')
    await closing.close(STOP_WITHIN)
    await stopRequestLog()
    subscription.stop()
    stopFollowing()
    stopWatching()
    await stopReplica()
    await closeQueues()
    await closeDatabase()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
}

runProcess(main)
