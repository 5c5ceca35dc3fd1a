import { spawn } from 'node:child_process'
import { emitKeypressEvents } from 'node:readline'
import { find } from './system.ts'

/** What there is to look at, by the key that opens it. */
export interface Addresses {
  shop: string
  checkout: string
  inbox: string
  docs: string
}

const PLACES: Record<keyof Addresses, [key: string, name: string, what: string]> = {
  shop: ['s', 'Shop', 'buy something: it delivers when the webhook has come (examples/shop)'],
  checkout: ['c', 'Checkout', 'can be paid at once'],
  inbox: ['i', 'Mail inbox', 'every email there is at /emails, a list for scripts at /api/messages'],
  docs: ['d', 'Documentation', 'the whole API'],
}

export function welcome(addresses: Addresses, exported: Record<string, string>): string {
  const lines = Object.entries(PLACES).flatMap(([place, [key, name, what]]) => [
    `  ${key}  ${name.padEnd(14)} ${addresses[place as keyof Addresses]}`,
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

/** On a terminal, keys open what there is to look at; any other key shows it again. */
export function listenToKeys(addresses: Addresses, show: () => void): void {
  const { stdin } = process
  if (!stdin.isTTY) return
  emitKeypressEvents(stdin)
  stdin.setRawMode(true)
  stdin.on('keypress', (_text, key: { name?: string; ctrl?: boolean }) => {
    if (key.ctrl && key.name === 'c') process.kill(process.pid, 'SIGINT') // a raw terminal leaves that to us
    const place = (Object.keys(PLACES) as (keyof Addresses)[]).find((place) => PLACES[place][0] === key.name)
    if (place) open(addresses[place])
    else if (!key.ctrl) show()
  })
  stdin.resume()
}

/** In the browser of whoever sits here; a machine without one is told the address. */
function open(address: string): void {
  console.log(`→ ${address}`)
  const browser = find('xdg-open', 'wslview', 'open')
  if (browser)
    spawn(browser, [address], { stdio: 'ignore', detached: true })
      .on('error', () => {})
      .unref()
}
