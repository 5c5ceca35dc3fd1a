import { log } from './log.ts'
import { producer } from './queues.ts'
import { connectRedis } from './redis.ts'

/** What processes tell each other: that something they may remember has changed. */
export type Topic = 'project.changed'

const PREFIX = '{tolbor}.'

/** Tells every process that listens. Best effort: what is remembered is short-lived anyway. */
export function announce(topic: Topic, id: number): void {
  producer()
    .publish(PREFIX + topic, String(id))
    .catch((error: unknown) => {
      log().debug({ error: String(error), topic, id }, 'not announced; others will see it a little later')
    })
}

/** Hears what others announce, for as long as the process lives. */
export function listen(hear: Record<Topic, (id: number) => void>): {
  /** Settles once Redis has confirmed the subscription; it is asked again after every reconnect. */
  ready: Promise<unknown>
  stop: () => void
} {
  const subscriber = connectRedis('worker')
  subscriber.on('message', (channel: string, id: string) => {
    hear[channel.slice(PREFIX.length) as Topic](Number(id))
  })
  const ready = subscriber.subscribe(...Object.keys(hear).map((topic) => PREFIX + topic))
  ready.catch(() => undefined) // only a stop ends the attempts
  return { ready, stop: () => subscriber.disconnect() }
}
