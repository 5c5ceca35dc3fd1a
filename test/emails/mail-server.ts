import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as the server took it: read, as it came, and for whom it said it was. */
export interface Taken {
  mail: Email
  raw: string
  from: string
  to: string[]
}

/** What the server says to the next mails, one answer each; after them it takes everything. */
export interface Script {
  recipient: number[]
  data: number[]
}

/** A real mail server on loopback, `at` a port or any that is free, which may be told to be difficult. */
export async function startMailServer(at = 0) {
  const taken: Taken[] = []
  const script: Script = { recipient: [], data: [] }
  const saying = (code: number | undefined) =>
    code === undefined ? undefined : Object.assign(new Error('not this one'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 200, // the service keeps its connections open: without this `close` waits 30 s for them
    onRcptTo(_address, _session, done) {
      done(saying(script.recipient.shift()))
    },
    onData(stream, { envelope }, done) {
      void buffer(stream).then(async (raw) => {
        const refusal = saying(script.data.shift())
        if (!refusal) {
          const from = envelope.mailFrom ? envelope.mailFrom.address : ''
          const to = envelope.rcptTo.map(({ address }) => address)
          taken.push({ mail: await PostalMime.parse(raw), raw: raw.toString(), from, to })
        }
        done(refusal)
      }, done)
    },
  })
  server.on('error', () => undefined)
  server.listen(at, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    script,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
