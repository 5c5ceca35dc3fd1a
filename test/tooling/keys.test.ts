import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { listenToKeys, welcome } from '../../dev/welcome.ts'

describe('the keys of bin/dev', () => {
  const addresses = {
    shop: 'http://shop',
    checkout: 'http://first',
    dashboard: 'http://dashboard',
    inbox: 'http://inbox',
    qpay: 'http://qpay',
    docs: 'http://docs',
  }

  /** Presses keys in a terminal; returns what happened. */
  async function press(keys: string, isTTY = true): Promise<string[]> {
    const done: string[] = []
    const terminal = Object.assign(new PassThrough(), {
      isTTY,
      setRawMode: (raw: boolean) => done.push(raw ? 'raw' : 'cooked'),
    })
    listenToKeys(
      terminal as unknown as typeof process.stdin,
      {
        addresses: { ...addresses, checkout: () => Promise.resolve('http://another') },
        show: () => done.push('shown'),
        end: () => done.push('ended'),
      },
      (address) => done.push(address),
    )
    terminal.end(keys)
    await new Promise((ended) => terminal.on('end', ended).resume())
    return done
  }

  it('open the addresses that the welcome lists, and a new checkout each time', async () => {
    const listed = Array.from(welcome(addresses, {}).matchAll(/^ {2}(\w) {2}(\w+)/gm), ([, key, name]) => [
      key,
      name,
    ])
    expect(listed).to.deep.equal([
      ['s', 'Shop'],
      ['c', 'Checkout'],
      ['b', 'Dashboard'],
      ['i', 'Mail'],
      ['q', 'QPay'],
      ['d', 'Documentation'],
    ])
    expect(await press('sbiqd')).to.deep.equal([
      'raw',
      'http://shop',
      'http://dashboard',
      'http://inbox',
      'http://qpay',
      'http://docs',
    ])
    expect(await press('cc')).to.deep.equal(['raw', 'http://another', 'http://another'])
  })

  it('show the welcome again by any other key, and end by Ctrl-C', async () => {
    expect(await press('\r')).to.deep.equal(['raw', 'shown'])
    expect(await press('\x03')).to.deep.equal(['raw', 'ended'])
    expect(await press('\x04')).to.deep.equal(['raw'])
  })

  it('have no effect without a terminal', async () => {
    expect(await press('s', false)).to.deep.equal([])
  })
})
