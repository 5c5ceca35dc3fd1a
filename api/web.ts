import { createServer, type Server } from 'node:http'
import { SECOND } from '../common/kit/time.ts'
import { config } from '../common/runtime/config.ts'
import { ANSWER_WITHIN } from '../common/runtime/deadline.ts'
import { listenHost } from '../common/runtime/listen-host.ts'
import { log } from '../common/runtime/log.ts'
import { serveMetrics } from '../common/runtime/metrics.ts'
import { subscribe } from '../common/runtime/publish.ts'
import { closeQueues, producer } from '../common/runtime/queues.ts'
import { runProcess } from '../common/runtime/run-process.ts'
import { closeDatabase, setLimits } from '../db/connection.ts'
import { followTime } from '../db/follow-time.ts'
import { createApp } from './app.ts'
import { LoadShedder } from './load-shedding.ts'

/** A customer waits no longer than this, in seconds, for somebody else's row lock. */
const LOCK_WAIT = 2
const STOP_WITHIN = 20_000

function main(): void {
  setLimits({ lockWait: LOCK_WAIT, statement: ANSWER_WITHIN / SECOND })
  const { port } = config()
  const shedder = new LoadShedder()
  const server = createServer(shedder.beforeApi(createApp(undefined, shedder)))
  server.keepAliveTimeout = 65_000 // longer than a load balancer's, so that it never writes into a closing connection
  server.headersTimeout = 70_000
  server.requestTimeout = 30_000
  const subscription = subscribe()
  const stopFollowing = followTime()
  producer() // connects beside the first requests
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
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      subscription.stop()
      stopFollowing()
      void stop(server, signal)
    })
  }
}

/** Takes no more work, lets what runs finish, sends the last jobs, and exits 0. */
async function stop(server: Server, signal: string): Promise<void> {
  log().info({ signal }, 'web is stopping')
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  setTimeout(() => {
    server.closeAllConnections()
  }, STOP_WITHIN).unref()
  await closed
  await closeQueues()
  await closeDatabase()
  process.exit(0)
}

runProcess(main)
