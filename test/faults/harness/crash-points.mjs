// Preloaded with `node --import`. While the folder CRASH_POINTS exists, it kills this process once at each point of a
// transaction and of a wake-up: before a call to the database or Redis, and right after the call was sent. Each point is a
// file in the folder, so all processes together are killed once at each of them.
import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)
const folder = process.env.CRASH_POINTS
/** A flag of MySQL's protocol. Only the connections of transactions have it. */
const MULTI_STATEMENTS = 0x1_00_00

function crashAt(when, call) {
  const point = `${when} ${call}`
  const file = join(folder, createHash('sha1').update(point).digest('hex'))
  try {
    writeFileSync(file, point, { flag: 'wx' })
  } catch {
    return // a process was killed here before
  }
  process.kill(process.pid, 'SIGKILL')
}

/** Replaces a method that sends a call. `nameOf` returns the call without its values, or null to skip it. */
function wrap(prototype, method, nameOf) {
  const send = prototype[method]
  prototype[method] = function (...args) {
    const call = existsSync(folder) ? nameOf(this, args) : null
    if (call === null) return send.apply(this, args)
    crashAt('before', call)
    const result = send.apply(this, args)
    crashAt('after', call)
    return result
  }
}

const shapeOf = (statement) =>
  statement
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'[^']*'|\d+/g, '?')
    .slice(0, 48)

function statementsOf({ config }, [query]) {
  if (!(config.clientFlags & MULTI_STATEMENTS)) return null
  const text = typeof query === 'string' ? query : query.sql
  // the start of each connection and process
  if (/^(SET SESSION|SELECT VERSION|SELECT NOW|SELECT name FROM migrations)/.test(text)) return null
  return [...new Set(text.split(';\n').map(shapeOf))].join('; ')
}

/** Only the connection that sends wake-ups refuses commands while it is not connected. */
function commandOf({ options }, [{ name, args }]) {
  const key = args.find((arg) => /^\{.+\}:(?!probe)/.test(String(arg)))
  return options.enableOfflineQueue || key === undefined ? null : `${name} ${key}`.replaceAll(/\d+/g, '?')
}

const { Connection } = require('mysql2')
for (const method of ['query', 'execute']) wrap(Connection.prototype, method, statementsOf)
wrap(require('ioredis').Redis.prototype, 'sendCommand', commandOf)
