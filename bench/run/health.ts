import { setTimeout as pause } from 'node:timers/promises'
import type { Contender } from './children.ts'

/** Milliseconds between two requests. */
const EVERY = 100

/** Requests `/healthz` repeatedly until `slowest` is called, which returns the longest response time in milliseconds. */
export function watchHealth({ url }: Contender): { slowest: () => Promise<number> } {
  const stop = new AbortController()
  const watching = watch(url, stop.signal)
  watching.catch(() => undefined) // `slowest` rejects instead
  return {
    slowest: () => {
      stop.abort()
      return watching
    },
  }
}

async function watch(url: string, stopped: AbortSignal): Promise<number> {
  let slowest = 0
  while (!stopped.aborted) {
    const startedAt = performance.now()
    const { ok } = await fetch(`${url}/healthz`)
    if (!ok) throw new Error(`${url}/healthz did not return 200.`)
    slowest = Math.max(slowest, performance.now() - startedAt)
    await pause(EVERY)
  }
  return Math.round(slowest)
}
