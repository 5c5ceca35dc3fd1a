import { spawn } from 'node:child_process'
import { emitKeypressEvents } from 'node:readline'
import { findCommand } from './system.ts'

type Place = 'shop' | 'checkout' | 'dashboard' | 'inbox' | 'qpay' | 'docs'

const PLACES: Record<Place, [key: string, name: string, description: string]> = {
  shop: ['s', 'Shop', 'buy something: the shop delivers when the webhook has arrived (examples/shop)'],
  checkout: ['c', 'Checkout', 'an order to pay; the key opens a new one each time'],
  dashboard: [
    'b',
    'Dashboard',
    'for the merchant, already signed in: the link works once, for 30 minutes; the key opens a new one',
  ],
  inbox: ['i', 'Mail inbox', 'all sample emails at /emails, a list for scripts at /api/messages'],
  qpay: [
    'q',
    'QPay',
    'a fake: choose QPay at a checkout, then press here what a customer does in a banking app',
  ],
  docs: ['d', 'Documentation', 'the whole API'],
}

/** Returns the text that bin/dev prints when it is ready. */
export function welcome(addresses: Record<Place, string>, exported: Record<string, string>): string {
  const lines = Object.entries(PLACES).flatMap(([place, [key, name, description]]) => [
    `  ${key}  ${name.padEnd(14)} ${addresses[place as Place]}`,
    `     ${''.padEnd(14)} ${description}`,
  ])
  const variables = Object.entries(exported).map(([name, value]) => `${name}=${value}`)
  return `
Tolbor is running.

${lines.join('\n')}

For another terminal:

  export ${variables.join(' ')}

Press ${Object.values(PLACES)
    .map(([key]) => key)
    .join(' ')} to open these, or Enter to show this again (in another terminal: bin/dev show).
Ctrl-C stops everything. The data stays in .data.
`
}

interface Actions {
  /** The address of each place, or a function that creates one. */
  addresses: Record<Place, string | (() => Promise<string>)>
  /** Runs on any other key. */
  show: () => void
  /** Runs on Ctrl-C, which sends no signal in a raw terminal. */
  end: () => void
}

/** Opens a place in the browser when its key is pressed. Does nothing if the input is not a terminal. */
export function listenToKeys(
  terminal: typeof process.stdin,
  { addresses, show, end }: Actions,
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

/** Prints the address, and opens it in a browser if there is one. */
function openInBrowser(address: string): void {
  console.log(`→ ${address}`)
  const browser = findCommand('xdg-open', 'wslview', 'open')
  if (browser)
    spawn(browser, [address], { stdio: 'ignore', detached: true })
      .on('error', () => {})
      .unref()
}
