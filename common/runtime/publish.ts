import { log } from './log.ts'
import { producer } from './queues.ts'
import { connectRedis } from './redis.ts'

/** Messages between processes: a row that they may have cached has changed. */
export type Topic = 'project.changed'

const PREFIX = '{tolbor}.'
const handlers = new Map<Topic, (id: number) => void>()

/** Sets this process's handler for a topic. It also receives this process's own changes. */
export function onPublished(topic: Topic, handle: (id: number) => void): void {
  handlers.set(topic, handle)
}

/**
 * Announces a change; call it after the commit. This process drops its cached state at once, the others
 * when Redis tells them. Best effort: cached state expires within seconds anyway.
 */
export function publish(topic: Topic, id: number): void {
  handlers.get(topic)?.(id)
  producer()
    .publish(PREFIX + topic, String(id))
    .catch((error: unknown) => {
      log().debug(
        { error: String(error), topic, id },
        'change not published; other processes see it when their cache expires',
      )
    })
}

/** Subscribes to what all processes publish, until stopped. */
export function subscribe(): {
  /** Resolves once Redis has confirmed the subscription. ioredis subscribes again after a reconnect. */
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
