import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A mail server far away takes so long for each mail, in milliseconds. */
const TAKES = 50

export interface SlowSmtp {
  url: string
  /** How many mails to `of-<project>@example.com` it has taken. */
  countTo: (projectId: number) => number
  stop: () => void
}

/** A mail server that takes every mail, slowly. */
export async function startSlowSmtp(): Promise<SlowSmtp> {
  const taken = new Map<string, number>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    let line = ''
    let recipient = ''
    let isData = false
    const hear = (text: string) => {
      if (isData) {
        if (text !== '.') return
        isData = false
        const to = recipient
        void pause(TAKES).then(() => {
          taken.set(to, (taken.get(to) ?? 0) + 1)
          socket.write('250 taken\r\n')
        })
      } else if (text.startsWith('DATA')) {
        isData = true
        socket.write('354 go on\r\n')
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else {
        recipient = /^RCPT TO:<([^>]*)>/.exec(text)?.[1] ?? recipient
        socket.write('250 ok\r\n')
      }
    }
    socket.on('data', (chunk) => {
      const lines = (line + chunk.toString('latin1')).split('\r\n')
      line = lines.pop() ?? ''
      for (const one of lines) hear(one)
    })
    socket.write('220 ready\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countTo: (projectId) => taken.get(`of-${projectId}@example.com`) ?? 0,
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
