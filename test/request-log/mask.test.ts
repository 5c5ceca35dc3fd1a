import { expect } from 'chai'
import { maskedBody, maskedError, maskedPath } from '../../common/domain/request-log/mask.ts'

describe('the body of a failed request in the log', () => {
  const bodies: [what: string, given: unknown, stored: unknown][] = [
    [
      'amounts and ids',
      { amount: 5, customer_id: 7, active: true },
      { amount: 5, customer_id: 7, active: true },
    ],
    [
      'known words',
      { status: 'paid', currency: 'MNT', price: 'gold' },
      { status: 'paid', currency: 'MNT', price: 'gold' },
    ],
    [
      'names and addresses',
      { name: 'Saraa', customer_email: 'a@b.mn' },
      { name: '***', customer_email: '***' },
    ],
    ['phone numbers as numbers', { phone: 99112233 }, { phone: '***' }],
    ['a misspelled property', { emial: 'a@b.mn', mobile: 99112233 }, { emial: '***', mobile: '***' }],
    ['metadata', { metadata: { who: 'Saraa' } }, { metadata: '***' }],
    ['answers', { custom_fields: [{ key: 'size', value: 'L' }] }, { custom_fields: '***' }],
    ['items', { items: [{ price: 'tea', quantity: 2 }] }, { items: [{ price: 'tea', quantity: 2 }] }],
    ['an address as a name', { 'a@b.mn': 1 }, { '***': '***' }],
    [
      'the query of an address that begins otherwise',
      { success_url: 'a.mn/b?token=1', description: 'ftp://a.mn/?token=1', name: 'Tea? Yes' },
      { success_url: 'a.mn/b?***', description: 'ftp://a.mn/?***', name: '***' },
    ],
    [
      'the query of an address',
      { success_url: 'https://a.mn/b?token=1' },
      { success_url: 'https://a.mn/b?***' },
    ],
    [
      'a secret',
      { secret: 'whsec_1', qpay: { password: 'x' } },
      { secret: '***', qpay: { password: '***' } },
    ],
    ['no object', 'Saraa', '***'],
  ]
  for (const [what, given, stored] of bodies)
    it(`has ${what} as ${JSON.stringify(stored)}`, () => {
      expect(JSON.parse(maskedBody(given))).to.deep.equal(stored)
    })

  it('has at most 4,000 characters, also for a long or deep body', () => {
    const deep = JSON.parse(`${'{"price":'.repeat(500)}1${'}'.repeat(500)}`) as unknown
    expect(maskedBody(deep).length).to.be.below(4_001)
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`a${at}`, 'x'.repeat(99)]))
    expect(maskedBody(wide).length).to.be.below(4_001)
  })
})

describe('the error and the path in the log', () => {
  const errors = [
    ['saraa@example.com is no address', '*** is no address'],
    ['the number +976 9911-2233', 'the number ***'],
    ["There is no customer 'user-7' in this project", "There is no customer '***' in this project"],
    ["The price key 'gold' does not exist", "The price key 'gold' does not exist"],
  ] as const
  for (const [given, stored] of errors)
    it(`has ${JSON.stringify(given)} as ${JSON.stringify(stored)}`, () => {
      expect(maskedError(given)).to.equal(stored)
    })

  it('masks the reference of a customer in the path', () => {
    expect(maskedPath('/v1/projects/1/customers/by-client-reference-id/saraa')).to.equal(
      '/v1/projects/1/customers/by-client-reference-id/***',
    )
    expect(maskedPath('/v1/projects/1/checkouts/90')).to.equal('/v1/projects/1/checkouts/90')
  })
})
