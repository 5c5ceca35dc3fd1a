import { expect } from 'chai'
import { canonicalEmail } from '../../common/kit/email.ts'
import { hasInvalidPunycode } from '../../common/kit/punycode.ts'
import { unfitAddress } from '../../common/kit/web-address.ts'

/** Versions of Node.js parse the invalid ones differently: `bin/test --node 26 test/kit`. */
describe('a host name with Punycode', () => {
  const valid = [
    'shop.example',
    'xn--bcher-kva.example',
    'XN--BCHER-KVA.example',
    'xn--ls8h.la',
    'xn--n3h.net',
  ]
  const invalid = [
    'xn--a',
    'xn--',
    'xn--a.example',
    'XN--A.example',
    'xn--bcher-.example',
    'shop.xn--0',
    'xn--zzzzzz9999999999',
  ]
  for (const host of valid)
    it(`is accepted: ${host}`, () => {
      expect([hasInvalidPunycode(host), unfitAddress(`https://${host}/`)]).to.deep.equal([false, null])
    })
  for (const host of invalid)
    it(`is refused: ${host}`, () => {
      expect(hasInvalidPunycode(host)).to.equal(true)
      expect(unfitAddress(`https://${host}/`)).to.contain('must be an absolute address')
    })

  it('keeps an email domain that is not Punycode as it was typed', () => {
    expect(canonicalEmail('ann@xn--bcher-kva.xn--a')).to.equal('ann@xn--bcher-kva.xn--a')
  })
})
