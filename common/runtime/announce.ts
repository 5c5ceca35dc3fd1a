import { log } from './log.ts'
import { producer } from './queues.ts'
import { connectRedis } from './redis.ts'

/** What processes tell each other: that something they may remember has changed. */
export type Topic = 'project.changed'

const CHANNEL = '{tolbor}.news'

/** Tells every process that listens. Best effort: what is remembered is short-lived anyway. */
export function announce(topic: Topic, id: number): void {
  producer()
    .publish(CHANNEL, JSON.stringify({ topic, id }))
    .catch((error: unknown) => {
      log().debug({ error: String(error), topic, id }, 'not announced; others will see it a little later')
    })
}

/** Hears what others announce, for as long as the process lives; answers how to stop. */
export function listen(hear: (topic: Topic, id: number) => void): {
  /** Settles once Redis has confirmed the subscription. */
  ready: Promise<unknown>
  stop: () => void
} {
  const subscriber = connectRedis('worker')
  subscriber.on('message', (channel: string, text: string) => {
    if (channel !== CHANNEL) return
    const { topic, id } = JSON.parse(text) as { topic: Topic; id: number }
    hear(topic, id)
  })
  const ready = subscriber.subscribe(CHANNEL)
  ready.catch(() => undefined) // only a stop ends the attempts
  return { ready, stop: () => subscriber.disconnect() }
}
