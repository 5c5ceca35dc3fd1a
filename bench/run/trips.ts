import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import type { Trips } from '../result.ts'
import { type Contender, end, startWeb } from './children.ts'
import { type Asked, fire } from './fire.ts'

const COUNTED = 200

/** Counts what one request costs in the database: the statements, and how often the server is waited for. */
export async function countTrips(
  name: Contender['name'],
  asked: Asked,
  env: NodeJS.ProcessEnv,
): Promise<Trips> {
  const database = new URL(env.DATABASE_URL ?? process.env.DATABASE_URL ?? '')
  const proxy = await startProxy(Number(database.port || 3306))
  const direct = await mysql.createConnection({ uri: database.href })
  const questions = async () => {
    const [rows] = await direct.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'")
    return Number(rows[0]?.Value)
  }
  const throughProxy = new URL(database)
  throughProxy.port = `${proxy.port}`
  const contender = await startWeb(name, { env: { ...env, DATABASE_URL: throughProxy.href } })
  try {
    await fire(contender, { ...asked, connections: 1, requests: COUNTED })
    const before = { statements: await questions(), trips: proxy.trips() }
    await fire(contender, { ...asked, connections: 1, requests: COUNTED })
    const after = { trips: proxy.trips(), statements: await questions() }
    const each = (count: number) => Number((count / COUNTED).toFixed(1))
    return {
      statements: each(after.statements - before.statements - 1), // the question itself
      roundTrips: each(after.trips - before.trips),
    }
  } finally {
    await end(contender.process)
    await direct.end()
    proxy.stop()
  }
}

/** Stands before a database and counts how often it is its turn to speak. */
async function startProxy(port: number) {
  let trips = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    let isServersTurn = false
    client.on('data', (chunk) => {
      if (!isServersTurn) trips += 1
      isServersTurn = true
      target.write(chunk)
    })
    target.on('data', (chunk) => {
      isServersTurn = false
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    trips: () => trips,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
