import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { chooseLocale } from '../../api/pages/locale.ts'
import type { Locale } from '../../common/kit/format.ts'

/** The language chosen for a request as Express reads it. */
async function chosen(
  fixed: 'auto' | Locale,
  accept: string | undefined,
  fallback: Locale,
  asked: string | undefined,
): Promise<string> {
  const app = express().get('/', (req, res) => {
    res.send(chooseLocale(req, fixed, fallback))
  })
  const sent = request(app)
    .get('/')
    .query(asked === undefined ? {} : { lang: asked })
  if (accept !== undefined) sent.set('Accept-Language', accept)
  return (await sent).text
}

describe('the language of a page', () => {
  const cases: [
    checkout: 'auto' | Locale,
    accept: string | undefined,
    project: Locale,
    asked: string | undefined,
    locale: Locale,
    because: string,
  ][] = [
    ['mn', 'mn', 'mn', 'en', 'en', 'what was asked for on the page comes first'],
    ['en', 'mn', 'mn', undefined, 'en', 'then what the merchant fixed'],
    ['auto', 'mn-MN,mn;q=0.9,en;q=0.8', 'en', undefined, 'mn', 'then the browser’s first'],
    ['auto', 'en;q=0.5, MN;q=0.8', 'en', undefined, 'mn', 'by its own weights'],
    ['auto', 'fr, en;q=0', 'mn', undefined, 'mn', 'never one it refuses'],
    ['auto', 'fr,de;q=0.9', 'mn', undefined, 'mn', 'else the project’s'],
    ['auto', undefined, 'mn', undefined, 'mn', 'as where a browser wishes nothing'],
    ['auto', '*', 'mn', undefined, 'mn', 'or takes any'],
    ['auto', 'fr, *;q=0.1', 'mn', undefined, 'mn', 'or any as its last choice'],
    ['auto', undefined, 'en', 'fr', 'en', 'whatever else is asked'],
  ]
  for (const [checkout, accept, project, asked, locale, because] of cases) {
    it(`is ${locale}: ${because}`, async () => {
      expect(await chosen(checkout, accept, project, asked)).to.equal(locale)
    })
  }
})
