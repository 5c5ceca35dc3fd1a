import { spawn } from 'node:child_process'
import { emitKeypressEvents } from 'node:readline'
import { find } from './system.ts'

/** What there is to look at. */
type Place = 'shop' | 'checkout' | 'inbox' | 'qpay' | 'docs'

/** By the key that opens it. */
const PLACES: Record<Place, [key: string, name: string, what: string]> = {
  shop: ['s', 'Shop', 'buy something: it delivers when the webhook has come (examples/shop)'],
  checkout: ['c', 'Checkout', 'can be paid at once; the key opens another one each time'],
  inbox: ['i', 'Mail inbox', 'every email there is at /emails, a list for scripts at /api/messages'],
  qpay: ['q', 'QPay', 'a stand-in: choose QPay at a checkout, and press there what the bank’s app would'],
  docs: ['d', 'Documentation', 'the whole API'],
}

export function welcome(addresses: Record<Place, string>, exported: Record<string, string>): string {
  const lines = Object.entries(PLACES).flatMap(([place, [key, name, what]]) => [
    `  ${key}  ${name.padEnd(14)} ${addresses[place as Place]}`,
    `     ${''.padEnd(14)} ${what}`,
  ])
  const variables = Object.entries(exported).map(([name, value]) => `${name}=${value}`)
  return `
Tolbor is running.

${lines.join('\n')}

For another terminal:

  export ${variables.join(' ')}

Keys: ${Object.values(PLACES)
    .map(([key]) => key)
    .join(' ')} open these, Enter shows all of this again ("bin/dev show" does, elsewhere).
Ctrl-C stops everything; data stays in .data
`
}

interface Answers {
  addresses: Record<Place, string | (() => Promise<string>)>
  /** Of any other key. */
  show: () => void
  /** Of Ctrl-C: a raw terminal leaves that to us. */
  end: () => void
}

/** On a terminal, keys open what there is to look at; any other key shows it again. */
export function listenToKeys(
  terminal: typeof process.stdin,
  { addresses, show, end }: Answers,
  open = openInBrowser,
): void {
  if (!terminal.isTTY) return
  emitKeypressEvents(terminal)
  terminal.setRawMode(true)
  terminal.on('keypress', (_text, key: { name?: string; ctrl?: boolean }) => {
    const place = (Object.keys(PLACES) as Place[]).find((place) => PLACES[place][0] === key.name)
    if (key.ctrl) {
      if (key.name === 'c') end()
    } else if (place) {
      const address = addresses[place]
      if (typeof address === 'string') open(address)
      else void address().then(open)
    } else show()
  })
  terminal.resume()
}

/** In the browser of whoever sits here; a machine without one is told the address. */
function openInBrowser(address: string): void {
  console.log(`→ ${address}`)
  const browser = find('xdg-open', 'wslview', 'open')
  if (browser)
    spawn(browser, [address], { stdio: 'ignore', detached: true })
      .on('error', () => {})
      .unref()
}
