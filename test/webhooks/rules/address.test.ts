import { expect } from 'chai'
import { addressRules, unfitEndpointAddress } from '../../../common/domain/webhooks/address.ts'
import { isPublicAddress } from '../../../common/kit/public-address.ts'
import { parseUrl } from '../../../common/kit/web-address.ts'
import { privateNotations } from './private-notations.ts'

describe('the check for a public address', () => {
  const yes =
    '1.1.1.1 8.8.8.8 100.63.255.255 100.128.0.0 172.15.255.255 172.32.0.0 192.167.0.1 223.255.255.255'
  const yes6 = '2606:4700:4700::1111 2a00:1450:4001:82a::200e 2001:200::1 2003::1'
  for (const address of `${yes} ${yes6}`.split(' ')) {
    it(`accepts ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(true)
    })
  }

  const no: [address: string, because: string][] = [
    ['0.0.0.0', 'this host'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'CGNAT'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', "a cloud's metadata"],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'protocol assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4 relays'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::8.8.8.8', 'IPv4-compatible'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped loopback'],
    ['64:ff9b::808:808', 'NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:2::1', 'benchmarking'],
    ['2001:10::1', 'ORCHID'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4 of loopback'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'unique local'],
    ['fd12:3456::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['8.8.8', 'a short spelling'],
    ['0177.0.0.1', 'an octal spelling'],
    ['2130706433', 'a number'],
    ['example.com', 'a name'],
    ['', 'nothing'],
  ]
  for (const [address, because] of no) {
    it(`rejects ${address || "''"}: ${because}`, () => {
      expect(isPublicAddress(address)).to.equal(false)
    })
  }
})

describe("an endpoint's address", () => {
  const live = addressRules(false, false)
  const test = addressRules(true, false)
  const development = addressRules(false, true)
  const modes = { live, test, development }
  const cases: [mode: keyof typeof modes, url: string, fit: boolean][] = [
    ['live', 'https://shop.example/hooks?a=b', true],
    ['live', 'https://shop.example:8443/', true],
    ['live', 'https://shop.example:10000/', true],
    ['test', 'http://shop.example:3000/', true],
    ['development', 'http://localhost:49152/', true],
    ['live', 'https://localhost/', true], // a name: its address is checked at each attempt
    ['live', 'http://localhost/', false],
    ['live', 'https://93.184.216.34/hooks', true],
    ['live', 'http://shop.example/', false],
    ['live', 'https://shop.example:443/', true],
    ['live', 'https://shop.example:25/', false],
    ['live', 'https://shop.example:0/', false],
    ['live', 'https://shop.example:6379/', false],
    ['live', 'https://shop.example:99999/', false],
    ['test', 'http://shop.example:22/', false],
    ['test', 'http://shop.example:8080/', true],
    ['live', 'https://münchen.example/', true],
    ['live', 'https://xn--mnchen-3ya.example/', true],
    ['live', 'https://xn--a/', false],
    ['live', 'https:\\\\127.0.0.1/', false],
    ['live', 'https://shop.example\\@127.0.0.1/', true],
    ['live', 'https://127.0.0.1\\@shop.example/', false],
    ['live', 'https://@127.0.0.1/', false],
    ['live', 'https:///127.0.0.1/', false],
    ['live', 'https://127.0.0.1/', false],
    ['live', 'https://127.1/', false],
    ['live', 'https://2130706433/', false],
    ['live', 'https://0x7f000001/', false],
    ['live', 'https://10.0.0.1./', false],
    ['live', 'https://[::1]/', false],
    ['live', 'https://[::ffff:127.0.0.1]/', false],
    ['live', 'https://user:secret@shop.example/', false],
    ['live', 'ftp://shop.example/', false],
    ['live', 'https:shop.example', false],
    ['live', 'shop.example', false],
    ['live', `https://shop.example/${'a'.repeat(2048)}`, false],
    ['test', 'http://shop.example/', true],
    ['test', 'http://192.168.0.1/', false],
    ['development', 'http://127.0.0.1:3000/', true],
    ['development', 'http://a:b@127.0.0.1/', false],
  ]
  for (const [mode, url, fit] of cases) {
    it(`${fit ? 'can' : 'cannot'} be ${url.slice(0, 50)} in ${mode} mode`, () => {
      expect(unfitEndpointAddress(url, modes[mode]) === null).to.equal(fit)
    })
  }
})

it('accepts Latin-1 letters in a name after many calls', () => {
  const address = 'https://münchen.example/'
  for (let call = 0; call < 50_000; call++)
    if (unfitEndpointAddress(address, addressRules(false, false)) !== null)
      expect.fail(`refused in call ${call}`)
})

describe('a disguised address', () => {
  for (const [host, parsed, because] of privateNotations) {
    it(`is rejected: ${host}, ${because}`, () => {
      for (const [scheme, rules] of [
        ['https', addressRules(false, false)],
        ['http', addressRules(true, false)],
      ] as const) {
        const url = `${scheme}://${host}:8080/hooks`
        expect(parseUrl(url)?.hostname ?? null).to.equal(parsed)
        expect(unfitEndpointAddress(url, rules)).to.equal(
          parsed === null
            ? `must be an absolute address that starts with ${scheme === 'http' ? 'https:// or http://' : 'https://'}`
            : 'must lead to a public address',
        )
      }
    })
  }
})
