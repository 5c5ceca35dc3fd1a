import { setTimeout as pause } from 'node:timers/promises'
import type { EventObject } from '../common/domain/events/object.ts'
import { type EventType, eventTypes } from '../common/domain/events/types.ts'
import { unfitEndpointAddress } from '../common/domain/webhooks/address.ts'
import { Refusal } from '../common/kit/refusal.ts'
import { type FollowedEvent, followEvents, newestEvent } from '../common/services/events/follow.ts'
import type { Scope } from '../common/services/projects/project.ts'
import { forwardingSecret, OWN_ADDRESS } from '../common/services/webhooks/deliveries/forward.ts'
import { isUnavailable } from '../db/errors.ts'
import { onConnection, type Sql } from '../db/sql.ts'
import type { Command } from './command.ts'
import { Forwarder } from './forwarder.ts'
import { projectWithId, readId } from './read-id.ts'
import { readMode } from './read-mode.ts'
import type { Screen } from './screen.ts'

/** Interval of reading new events, and of retries while the database is down, in milliseconds. */
const READ_EVERY = 500

export const eventsTail: Command = {
  name: 'events tail',
  summary: 'Show events as they happen, and post them to a receiver on your machine',
  options: {
    project: { value: 'ID', help: 'The project', required: true },
    mode: { value: 'test|live', help: 'The mode', required: true },
    type: { value: 'TYPE', help: 'Only this type, or several separated by commas' },
    'forward-to': { value: 'URL', help: 'Post each event to this URL, signed as a webhook' },
  },
  async run({ options }, screen) {
    const id = readId(options.project, 'project')
    const isTest = readMode(options.mode) === 'test'
    const types = readTypes(options.type)
    const url = readAddress(options['forward-to'])
    const scope: Scope = { project: await onConnection((sql) => projectWithId(sql, id)), isTest }
    const stop = screen.stop()
    const forwarder = url === null ? null : new Forwarder(url, forwardingSecret(scope), screen, stop)
    await tail(scope, screen, stop, async (event) => {
      if (types && !types.includes(event.type)) return
      show(screen, event)
      await forwarder?.forward(event)
    }).catch((error: unknown) => {
      if (!stop.aborted) throw error // stopping aborts the current step
    })
    return null
  },
}

function readTypes(text: string | undefined): EventType[] | null {
  if (text === undefined) return null
  const given = text.split(',')
  const unknown = given.filter((type) => !eventTypes.some((known) => known === type))
  if (unknown.length === 0) return given as EventType[]
  const sentence = `There is no event type '${unknown[0]}'. Event types: ${eventTypes.join(', ')}.`
  throw new Refusal({ code: 'validation_failed', path: '--type', params: { sentence } })
}

function readAddress(text: string | undefined): string | null {
  if (text === undefined) return null
  const reason = unfitEndpointAddress(text, OWN_ADDRESS)
  if (reason === null) return text
  throw new Refusal({
    code: 'validation_failed',
    path: '--forward-to',
    params: { sentence: `--forward-to ${reason}.` },
  })
}

/** Calls `handle` for every event from now on, once and in order, until `stop` is aborted. */
async function tail(
  scope: Scope,
  screen: Screen,
  stop: AbortSignal,
  handle: (event: FollowedEvent) => Promise<void>,
): Promise<void> {
  const read = <Found>(work: (sql: Sql) => Promise<Found>) => retryWhileUnavailable(work, screen, stop)
  let after = await read((sql) => newestEvent(sql, scope))
  screen.remark(`Waiting for events of project ${scope.project.id}. Stop with Ctrl-C.`)
  while (!stop.aborted) {
    const events = await read((sql) => followEvents(sql, scope, after))
    for (const event of events) {
      stop.throwIfAborted()
      await handle(event)
      after = event.id
    }
    if (events.length === 0) await pause(READ_EVERY, undefined, { signal: stop })
  }
}

/** Reads from the database and retries while it is down. Events of that time are read afterwards. */
async function retryWhileUnavailable<Found>(
  work: (sql: Sql) => Promise<Found>,
  screen: Screen,
  stop: AbortSignal,
): Promise<Found> {
  for (let isDown = false; ; isDown = true) {
    try {
      const found = await onConnection(work)
      if (isDown) screen.remark('The database is back; no event was missed.')
      return found
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (!isDown) screen.remark('The database cannot be reached; retrying until it can.')
      await pause(READ_EVERY, undefined, { signal: stop })
    }
  }
}

function show(screen: Screen, { body }: FollowedEvent): void {
  const event = JSON.parse(body) as EventObject
  const { created_at: at, type, webhook_id: name, object, data } = event
  screen.show(event, `${at}  ${type}  ${object} ${data.object?.id ?? ''}  ${name}`)
}
