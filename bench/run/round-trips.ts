import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import type { Trips } from '../result.ts'
import { type Contender, end, startWeb } from './children.ts'
import { type RequestSpec, sendLoad } from './send-load.ts'

const COUNTED = 200

/** Counts the statements and the round trips to the database of one request. */
export async function countRoundTrips(
  name: Contender['name'],
  request: RequestSpec,
  env: NodeJS.ProcessEnv,
): Promise<Trips> {
  const database = new URL(env.DATABASE_URL ?? process.env.DATABASE_URL ?? '')
  const proxy = await startProxy(Number(database.port || 3306))
  const direct = await mysql.createConnection({ uri: database.href })
  const countStatements = async () => {
    const [rows] = await direct.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'")
    return Number(rows[0]?.Value)
  }
  const throughProxy = new URL(database)
  throughProxy.port = `${proxy.port}`
  const contender = await startWeb(name, { env: { ...env, DATABASE_URL: throughProxy.href } })
  try {
    await sendLoad(contender, { ...request, connections: 1, requests: COUNTED })
    const before = { statements: await countStatements(), trips: proxy.trips() }
    await sendLoad(contender, { ...request, connections: 1, requests: COUNTED })
    const after = { trips: proxy.trips(), statements: await countStatements() }
    const each = (count: number) => Number((count / COUNTED).toFixed(1))
    return {
      statements: each(after.statements - before.statements - 1), // without the counting statement
      roundTrips: each(after.trips - before.trips),
    }
  } finally {
    await end(contender.process)
    await direct.end()
    proxy.stop()
  }
}

/** Starts a proxy in front of a database that counts round trips. */
async function startProxy(port: number) {
  let trips = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    let isWaiting = false
    client.on('data', (chunk) => {
      if (!isWaiting) trips += 1
      isWaiting = true
      target.write(chunk)
    })
    target.on('data', (chunk) => {
      isWaiting = false
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
