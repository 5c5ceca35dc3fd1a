import { setTimeout as pause } from 'node:timers/promises'
import type { Contender } from './children.ts'

/** Milliseconds between one look and the next. */
const EVERY = 100

/** Asks `/healthz` again and again, as whoever runs a process does, until the slowest answer is asked for, in milliseconds. */
export function watchHealth({ url }: Contender): { slowest: () => Promise<number> } {
  const over = new AbortController()
  const watching = watch(url, over.signal)
  watching.catch(() => undefined) // until it is asked for
  return {
    slowest: () => {
      over.abort()
      return watching
    },
  }
}

async function watch(url: string, over: AbortSignal): Promise<number> {
  let slowest = 0
  while (!over.aborted) {
    const asked = performance.now()
    const { ok } = await fetch(`${url}/healthz`)
    if (!ok) throw new Error('a process that works said that it does not')
    slowest = Math.max(slowest, performance.now() - asked)
    await pause(EVERY)
  }
  return Math.round(slowest)
}
