import express, { type NextFunction, type Request, type Response } from 'express'
import { type Body, create } from './create.ts'
import { page } from './page.ts'
import { list, open, retrieve } from './read.ts'

/**
 * The lowest possible cost of these requests: bare Express, mysql2 and Handlebars on the same tables, with the same
 * transactions and durability. There is no token, validation, log, wake-up, translation or additional header. The comparison
 * shows the cost of the service's own features.
 */
const { BASE_URL = '', PORT = '0' } = process.env

function send(response: Response, status: number, type: string, text: string): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` })
  response.end(text)
}

const json = (data: unknown) => JSON.stringify({ data })

const app = express()
app.disable('x-powered-by')
app.disable('etag')

app.get('/readyz', (_request, response) => send(response, 200, 'application/json', '{}'))

app.post('/v1/projects/:project_id/checkouts', express.json(), async (request, response) => {
  const key = request.headers['idempotency-key'] as string | undefined
  const project = Number(request.params.project_id)
  send(response, 201, 'application/json', await create(BASE_URL, project, request.body as Body, key))
})

app.get('/v1/projects/:project_id/checkouts/:id', async (request, response) => {
  const { project_id: project, id } = request.params
  send(response, 200, 'application/json', json(await retrieve(Number(project), Number(id))))
})

app.get('/v1/projects/:project_id/checkouts', async (request, response) => {
  send(response, 200, 'application/json', json(await list(Number(request.params.project_id))))
})

app.get('/checkout/:id/:token', async (request, response) => {
  const { id, token } = request.params
  const compressed = page(await open(Number(id), token))
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'gzip' })
  response.end(compressed)
})

let failed = false
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  if (!failed) console.error(error) // print only the first error: it fails the part, and the others would hide it
  failed = true
  send(response, 500, 'application/json', '{}')
})

app.listen(Number(PORT), '127.0.0.1')
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
