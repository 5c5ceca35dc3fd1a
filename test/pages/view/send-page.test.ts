import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { sendPage } from '../../../api/pages/send-page.ts'

describe('a page on the wire', () => {
  const long = `<p>${'Улаанбаатар '.repeat(500)}</p>`
  const app = express()
    .get('/long', (req, res) => sendPage(req, res, 410, long))
    .get('/short', (req, res) => sendPage(req, res, 200, '<p>Сайн уу</p>'))

  it('travels compressed, and arrives as it was written', async () => {
    const { status, headers, text } = await request(app).get('/long').set('Accept-Encoding', 'br, gzip')
    expect(text).to.equal(long)
    expect(status).to.equal(410)
    expect(headers).to.include({ 'content-encoding': 'gzip', 'content-type': 'text/html; charset=utf-8' })
    expect(Number(headers['content-length'])).to.be.below(300)
    expect(headers.vary).to.include('Accept-Encoding')
  })

  for (const [path, accepted, because] of [
    ['/long', 'identity', 'the browser takes no other'],
    ['/long', 'gzip;q=0', 'it refuses compressed pages'],
    ['/short', 'gzip', 'there is nothing to gain'],
  ] as const) {
    it(`travels as it is (${path}, ${accepted}): ${because}`, async () => {
      const { headers } = await request(app).get(path).set('Accept-Encoding', accepted)
      expect(headers).not.to.have.property('content-encoding')
    })
  }
})
