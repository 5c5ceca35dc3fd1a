import { Router } from 'express'
import { pack, type Packed, sendPacked } from '../packed.ts'
import { openApi } from './document.ts'

let packed: Promise<Packed> | undefined

/** Serves `GET /openapi.json` without a token and across origins: it contains no secrets. */
export const openApiRoutes = Router()

openApiRoutes.get('/openapi.json', async (request, response) => {
  packed ??= pack('application/json; charset=utf-8', JSON.stringify(openApi()))
  const body = await packed
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Cache-Control', 'public, max-age=300')
  sendPacked(request, response, body)
})
