import { expect } from 'chai'
import request from 'supertest'
import {
  type FinishedRequest,
  RequestRecorder,
  startRequestLog,
} from '../../common/services/request-log/record.ts'
import { onConnection } from '../../db/sql.ts'
import { clean } from '../../worker/clean.ts'
import { app } from '../support/ask.ts'
import { givenMerchant } from '../support/given/merchant.ts'

interface Row {
  request_id: string
  method: string
  path: string
  status: number
  is_failed: number
  token_id: number
  error: string | null
  body: string | null
  skipped: number
}

function rowsOf(projectId: number): Promise<Row[]> {
  return onConnection((sql) =>
    sql.rows<Row>('SELECT * FROM api_requests WHERE project_id = ? ORDER BY id', [projectId]),
  )
}

function finished(projectId: number, changes: Partial<FinishedRequest> = {}): FinishedRequest {
  return {
    ...{ projectId, isTest: true, tokenId: 1, requestId: 'r-1', method: 'GET', path: '/v1/prices' },
    ...{ status: 200, ms: 3.4, at: new Date(), failure: null },
    ...changes,
  }
}

describe('the request log', () => {
  it('has each request with its token, and the response and masked body of a failed one', async () => {
    const { projectId, tokens } = await givenMerchant()
    const stop = startRequestLog()
    const path = `/v1/projects/${projectId}/customers`
    const asked = (id: string) =>
      request(app)
        .post(path)
        .set({ authorization: `Bearer ${tokens.test}`, 'x-request-id': id })
    await asked('good-1').send({ name: 'Saraa', email: 'saraa@example.com' }).expect(201)
    await asked('bad-1').send({ name: 'Saraa', email: 'nobody', test_clock_id: 5 }).expect(422)
    await request(app).post(path).set('authorization', 'Bearer sk_test_wrong').expect(401)
    await stop()
    const [good, bad, ...others] = await rowsOf(projectId)
    expect(others).to.have.length(0)
    expect(good).to.include({ request_id: 'good-1', method: 'POST', path, status: 201, is_failed: 0 })
    expect(good).to.include({ error: null, body: null })
    expect(bad).to.include({ request_id: 'bad-1', status: 422, is_failed: 1, token_id: good!.token_id })
    expect(JSON.parse(bad!.error!)).to.include({ code: 'validation_failed', request_id: 'bad-1' })
    expect(JSON.parse(bad!.body!)).to.deep.equal({ name: '***', email: '***', test_clock_id: 5 })
  })

  it('records at most 300 successes and 300 failures of a project in a minute, and counts the others', async () => {
    const [busy, quiet] = [await givenMerchant(), await givenMerchant()]
    const recorder = new RequestRecorder()
    const at = new Date('2026-11-26T10:00:01Z')
    for (let n = 0; n < 1_000; n += 1) recorder.add(finished(busy.projectId, { at }))
    for (let n = 0; n < 10; n += 1) recorder.add(finished(busy.projectId, { at, status: 404 }))
    recorder.add(finished(quiet.projectId, { at }))
    recorder.add(finished(busy.projectId, { at: new Date('2026-11-26T10:01:00Z'), requestId: 'later' }))
    await recorder.stop()
    const rows = await rowsOf(busy.projectId)
    expect(rows.filter(({ is_failed }) => is_failed)).to.have.length(10)
    expect(rows).to.have.length(311)
    expect(rows.reduce((sum, { skipped }) => sum + skipped, 0)).to.equal(700)
    expect(await rowsOf(quiet.projectId)).to.have.length(1)
  })

  it('is deleted after seven days', async () => {
    const { projectId } = await givenMerchant()
    const recorder = new RequestRecorder()
    const day = 86_400_000
    for (const age of [8, 6]) recorder.add(finished(projectId, { at: new Date(Date.now() - age * day) }))
    await recorder.stop()
    await clean(new AbortController().signal)
    expect(await rowsOf(projectId)).to.have.length(1)
  })
})
