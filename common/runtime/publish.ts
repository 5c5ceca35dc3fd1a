import { log } from './log.ts'
import { producer } from './queues.ts'
import { connectRedis } from './redis.ts'

/** What processes tell each other: that something they may have cached has changed. */
export type Topic = 'project.changed'

const PREFIX = '{tolbor}.'
const handlers = new Map<Topic, (id: number) => void>()

/** What this process does when it hears of a change, its own changes included. */
export function onPublished(topic: Topic, handle: (id: number) => void): void {
  handlers.set(topic, handle)
}

/**
 * Call it after the commit of a change: this process has forgotten the old state when it returns, and
 * every other one hears of it through Redis. Best effort: what is cached is short-lived anyway.
 */
export function publish(topic: Topic, id: number): void {
  handlers.get(topic)?.(id)
  producer()
    .publish(PREFIX + topic, String(id))
    .catch((error: unknown) => {
      log().debug({ error: String(error), topic, id }, 'not published; others will see it a little later')
    })
}

/** Hears what others publish, for as long as the process lives. */
export function subscribe(): {
  /** Settles once Redis has confirmed the subscription; it is asked again after every reconnect. */
  ready: Promise<unknown>
  stop: () => void
} {
  const subscriber = connectRedis('worker')
  subscriber.on('message', (channel: string, id: string) => {
    handlers.get(channel.slice(PREFIX.length) as Topic)?.(Number(id))
  })
  const ready = subscriber.subscribe(...[...handlers.keys()].map((topic) => PREFIX + topic))
  ready.catch(() => undefined) // only a stop ends the attempts
  return { ready, stop: () => subscriber.disconnect() }
}
