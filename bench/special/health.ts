import { setTimeout as pause } from 'node:timers/promises'

// Asks /healthz over and over until it is told to stop, and answers how long each took, in milliseconds.
const { SERVICE_URL: url = '' } = process.env
const stop = new AbortController()
process.once('message', () => {
  stop.abort()
})

const took: number[] = []
for (; !stop.signal.aborted; await pause(5)) {
  const started = performance.now()
  await (await fetch(`${url}/healthz`)).text()
  took.push(performance.now() - started)
}
process.send?.(took, () => {
  process.disconnect()
})
