import { PassThrough } from 'node:stream'
import { expect } from 'chai'
import { listenToKeys, welcome } from '../../dev/welcome.ts'

describe('the keys of bin/dev', () => {
  const addresses = {
    shop: 'http://shop',
    checkout: 'http://first',
    inbox: 'http://inbox',
    qpay: 'http://qpay',
    docs: 'http://docs',
  }

  /** What a terminal does when keys are pressed one after the other. */
  async function pressed(keys: string, isTTY = true): Promise<string[]> {
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

  it('open what they are said to open, a checkout that is not paid yet each time', async () => {
    const said = Array.from(welcome(addresses, {}).matchAll(/^ {2}(\w) {2}(\w+)/gm), ([, key, name]) => [
      key,
      name,
    ])
    expect(said).to.deep.equal([
      ['s', 'Shop'],
      ['c', 'Checkout'],
      ['i', 'Mail'],
      ['q', 'QPay'],
      ['d', 'Documentation'],
    ])
    expect(await pressed('siqd')).to.deep.equal([
      'raw',
      'http://shop',
      'http://inbox',
      'http://qpay',
      'http://docs',
    ])
    expect(await pressed('cc')).to.deep.equal(['raw', 'http://another', 'http://another'])
  })

  it('show all of it again by any other key, and end it by Ctrl-C', async () => {
    expect(await pressed('\r')).to.deep.equal(['raw', 'shown'])
    expect(await pressed('\x03')).to.deep.equal(['raw', 'ended'])
    expect(await pressed('\x04')).to.deep.equal(['raw'])
  })

  it('are not listened to where there is no terminal', async () => {
    expect(await pressed('s', false)).to.deep.equal([])
  })
})
