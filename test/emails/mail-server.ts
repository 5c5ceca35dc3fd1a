import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An email that the server accepted: parsed and raw, with its envelope. */
export interface ReceivedEmail {
  mail: Email
  raw: string
  from: string
  to: string[]
}

/** The error codes of the next emails, one each. After them the server accepts everything. */
export interface Script {
  recipient: number[]
  data: number[]
  /** Time until the server accepts an email, in milliseconds. */
  takes: number
}

/** Starts a real mail server on loopback, on `port` or any free one. `script` makes it refuse emails. */
export async function startMailServer(port = 0) {
  const taken: ReceivedEmail[] = []
  const script: Script = { recipient: [], data: [], takes: 0 }
  const refusalOf = (code: number | undefined) =>
    code === undefined ? undefined : Object.assign(new Error('refused by the test'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 10, // the service keeps connections open, and `close` would wait 30 s for them
    onRcptTo(_address, _session, done) {
      done(refusalOf(script.recipient.shift()))
    },
    onData(stream, { envelope }, done) {
      void buffer(stream).then(async (raw) => {
        const refusal = refusalOf(script.data.shift())
        if (!refusal) {
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          const to = envelope.rcptTo.map(({ address }) => address)
          taken.push({ mail: await PostalMime.parse(raw), raw: raw.toString(), from, to })
        }
        setTimeout(done, script.takes, refusal)
      }, done)
    },
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    script,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
