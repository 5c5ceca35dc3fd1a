import { setTimeout as pause } from 'node:timers/promises'

// Requests /healthz repeatedly until a message arrives, then sends each response time in milliseconds.
const { SERVICE_URL: url = '' } = process.env
const stop = new AbortController()
process.once('message', () => {
  stop.abort()
})

const took: number[] = []
for (; !stop.signal.aborted; await pause(5)) {
  const startedAt = performance.now()
  await (await fetch(`${url}/healthz`)).text()
  took.push(performance.now() - startedAt)
}
process.send?.(took, () => {
  process.disconnect()
})
