import { once } from 'node:events'
import { Agent, createServer } from 'node:http'
import request, { type Test } from 'supertest'
import { createApp } from '../../api/app.ts'

/** The service in this process, as the tests ask it. */
export const app = createApp()

// Left to itself, supertest starts and ends a server for every request, and connects to each anew.
const server = createServer(app)
server.keepAliveTimeout = 0
const agent = new Agent({ keepAlive: true })

export type Method = 'get' | 'post' | 'patch' | 'delete'

/** A request to the service, over a connection that is kept. */
export function ask(method: Method, path: string): Test {
  return request(server)[method](path).agent(agent)
}

export async function openServer(): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

export function closeServer(): void {
  agent.destroy()
  server.close()
  server.closeAllConnections()
}
