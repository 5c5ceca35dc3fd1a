import dns from 'node:dns'
import { expect } from 'chai'
import { setClock } from '../../common/runtime/clock.ts'
import { OutsideError, outsideError } from '../../common/runtime/outside-error.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { givenNameServer } from '../support/given/name-server.ts'
import {
  closeReceivers,
  deliveriesOf,
  drain,
  givenEndpoint,
  givenReceiver,
  somethingHappens,
} from '../support/given/receiver.ts'

const DAY = 86_400_000

describe('a failure of our own network', () => {
  const nameServers = dns.getServers()
  afterEach(() => {
    dns.setServers(nameServers)
    closeReceivers()
  })

  /** The rules of production, except that every address counts as public. */
  const strict = { allowPrivate: false, isPublic: () => true }
  const NO_SERVER = '127.0.0.1:1'

  /** Returns the health of an endpoint. */
  const healthOf = async ({ id }: { id: number }) =>
    onConnection((sql) =>
      sql.row<{ failures: number; failing_since: Date | null }>(
        'SELECT failures, failing_since FROM webhook_endpoints WHERE id = ?',
        [id],
      ),
    )

  it('does not count for the schedule, the breaker or the endpoint, which gets its delivery afterwards', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const { port } = new URL(receiver.url)
    const endpoint = await givenEndpoint(shop, `http://shop.example:${port}/hooks`)
    await somethingHappens(shop)
    const [before] = await deliveriesOf(shop, endpoint)
    dns.setServers([NO_SERVER])
    for (let days = 0; days <= 6; days += 1) {
      const at = new Date(Date.now() + days * DAY)
      setClock(() => at)
      await drain(endpoint, strict)
    }
    expect(await deliveriesOf(shop, endpoint)).to.deep.equal([before])
    expect(await healthOf(endpoint)).to.deep.equal({ failures: 0, failing_since: null })
    expect((await shop.get(`/webhook-endpoints/${endpoint.id}`)).body.data.active).to.equal(true)

    const names = await givenNameServer({ 'shop.example': { four: ['127.0.0.1'] } })
    dns.setServers([names.address])
    const after = new Date(Date.now() + 6 * DAY + 31_000)
    setClock(() => after)
    await drain(endpoint, strict)
    names.close()
    expect((await deliveriesOf(shop, endpoint))[0]!.status).to.equal('succeeded')
    expect(receiver.received).to.have.lengthOf(1)
  })

  it('pauses an endpoint for 30 seconds', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, 'http://shop.example/hooks')
    await somethingHappens(shop)
    dns.setServers([NO_SERVER])
    await drain(endpoint, strict)
    const row = await onConnection((sql) =>
      sql.row<{ held_until: Date }>('SELECT held_until FROM webhook_endpoints WHERE id = ?', [endpoint.id]),
    )
    expect(row!.held_until.getTime() - Date.now()).to.be.within(20_000, 30_000)
  })

  it("differs from a failure of the receiver's name servers, which counts", async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEndpoint(shop, 'http://broken.example/hooks')
    await somethingHappens(shop)
    const names = await givenNameServer({ 'broken.example': { fails: true } })
    dns.setServers([names.address])
    await drain(endpoint, strict)
    names.close()
    const [delivery] = await deliveriesOf(shop, endpoint)
    expect(delivery!.attempts.map(({ error }) => error)).to.deep.equal(['the name servers do not answer'])
    expect((await healthOf(endpoint))!.failures).to.equal(1)
  })
})

describe('the fault of a missing response', () => {
  const cases: [error: object, fault: OutsideError['fault'], because: string][] = [
    [{ code: 'EMFILE', syscall: 'connect' }, 'ours', 'we have too many open files'],
    [{ code: 'ENOBUFS', syscall: 'connect' }, 'ours', 'our system is out of memory'],
    [{ code: 'ENETDOWN', syscall: 'connect' }, 'ours', 'our interface is down'],
    [{ code: 'EPERM', syscall: 'connect' }, 'ours', 'our firewall blocks us'],
    [{ code: 'EADDRNOTAVAIL', address: '93.184.216.34' }, 'ours', 'all our ports are in use'],
    [{ code: 'EADDRNOTAVAIL', address: '2606:4700::1' }, 'unclear', 'we may have no IPv6'],
    [{ code: 'EMFILE', syscall: 'queryA' }, 'ours', 'we could not send the DNS query'],
    [{ code: 'ECONNREFUSED', syscall: 'queryA' }, 'unclear', 'a name server is down'],
    [{ code: 'ETIMEOUT', syscall: 'queryA' }, 'unclear', 'a name server hangs, ours or theirs'],
    [{ code: 'ESERVFAIL', syscall: 'queryA' }, 'unclear', 'a name server fails, ours or theirs'],
    [{ code: 'EAI_AGAIN', syscall: 'getaddrinfo' }, 'unclear', 'the same failure by getaddrinfo'],
    [{ code: 'ENETUNREACH', syscall: 'connect' }, 'unclear', 'there is no route'],
    [{ code: 'EHOSTUNREACH', syscall: 'connect' }, 'unclear', 'there is no route'],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, 'unclear', 'the receiver or the network'],
    [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'unclear', 'the receiver or the network'],
    [{ code: 'ENOTFOUND', syscall: 'queryA' }, 'theirs', 'their name does not exist'],
    [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'theirs', 'the receiver refused'],
    [{ code: 'ECONNRESET', syscall: 'read' }, 'theirs', 'the receiver disconnected'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'theirs', 'the certificate of the receiver'],
    [{ errors: [{ code: 'ENETUNREACH' }, { code: 'ECONNREFUSED' }] }, 'theirs', 'one address responded'],
    [{ errors: [{ code: 'ENETUNREACH' }, { code: 'ETIMEDOUT' }] }, 'unclear', 'no address responded'],
    [{ errors: [{ code: 'EMFILE' }, { code: 'EMFILE' }] }, 'ours', 'the same reason for all addresses'],
    [new OutsideError('the address is not public'), 'theirs', 'a forbidden address'],
  ]
  for (const [error, fault, because] of cases) {
    it(`is ${fault}: ${because}`, () => {
      expect(outsideError(error, 5_000).fault).to.equal(fault)
    })
  }
})
