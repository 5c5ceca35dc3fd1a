import { once } from 'node:events'
import { Agent, createServer } from 'node:http'
import request, { type Test } from 'supertest'
import { createApp } from '../../api/app.ts'

/** The service, running in the process of the tests. */
export const app = createApp()

// By default, supertest starts a server and opens a connection for every request.
const server = createServer(app)
server.keepAliveTimeout = 0
const agent = new Agent({ keepAlive: true })

export type Method = 'get' | 'head' | 'post' | 'patch' | 'delete'

/** Sends a request to the service over a connection that is kept alive. */
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
