import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { chooseLocale } from '../../api/pages/locale.ts'
import type { Locale } from '../../common/kit/format.ts'

/** Returns the language that is chosen for a request. */
async function chosenLocale(
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

describe('chooseLocale', () => {
  const cases: [
    checkout: 'auto' | Locale,
    accept: string | undefined,
    project: Locale,
    asked: string | undefined,
    locale: Locale,
    when: string,
  ][] = [
    ['mn', 'mn', 'mn', 'en', 'en', 'the customer chose it on the page'],
    ['en', 'mn', 'mn', undefined, 'en', 'the merchant fixed it'],
    ['auto', 'mn-MN,mn;q=0.9,en;q=0.8', 'en', undefined, 'mn', 'it is the browser’s first language'],
    ['auto', 'en;q=0.5, MN;q=0.8', 'en', undefined, 'mn', 'it has the highest weight in the browser'],
    ['auto', 'fr, en;q=0', 'mn', undefined, 'mn', 'the browser refuses the other language'],
    [
      'auto',
      'fr,de;q=0.9',
      'mn',
      undefined,
      'mn',
      'it is the project’s and the browser has no language that we support',
    ],
    ['auto', undefined, 'mn', undefined, 'mn', 'it is the project’s and the browser sends no languages'],
    ['auto', '*', 'mn', undefined, 'mn', 'it is the project’s and the browser accepts any language'],
    [
      'auto',
      'fr, *;q=0.1',
      'mn',
      undefined,
      'mn',
      'it is the project’s and the browser accepts any language last',
    ],
    [
      'auto',
      undefined,
      'en',
      'fr',
      'en',
      'it is the project’s and the customer chose a language that we do not support',
    ],
  ]
  for (const [checkout, accept, project, asked, locale, when] of cases) {
    it(`returns ${locale} if ${when}`, async () => {
      expect(await chosenLocale(checkout, accept, project, asked)).to.equal(locale)
    })
  }
})
