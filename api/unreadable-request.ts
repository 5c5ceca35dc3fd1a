import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { maxHeaderSize, STATUS_CODES } from '../common/runtime/http.ts'

const KIB = 1024

/** By Node.js' codes, see https://nodejs.org/api/http.html#event-clienterror. */
const ANSWERS: Readonly<Record<string, readonly [status: number, sentence: string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `The address and the headers of a request can have ${maxHeaderSize / KIB} KiB. Clear the cookies of this site, or shorten the address.`,
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [
    413,
    'The extensions of the chunks of this body are too large. Send it without.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
}
const UNREADABLE = [400, 'This is not an HTTP request. Check the client, or a proxy in between.'] as const

/** Makes a server respond in words to requests that Node.js cannot read; by default it sends the status alone. */
export function answerUnreadable(server: Server): void {
  const answering = new WeakSet<Duplex>()
  server.prependListener('request', ({ socket }, response) => {
    answering.add(socket)
    response.once('close', () => answering.delete(socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A sentence within a response that has begun would become a part of it.
    if (!socket.writable || answering.has(socket) || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const [status, sentence] = ANSWERS[error.code ?? ''] ?? UNREADABLE
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(sentence)}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${sentence}`)
  })
}
