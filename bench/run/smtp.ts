import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** The time that a distant mail server takes for an email, in milliseconds. */
const DELAY = 50

export interface SlowSmtp {
  url: string
  /** Returns how many emails to `of-<project>@example.com` it has accepted. */
  countTo: (projectId: number) => number
  stop: () => void
}

/** Starts a slow mail server that accepts every email. */
export async function startSlowSmtp(): Promise<SlowSmtp> {
  const accepted = new Map<string, number>()
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    let line = ''
    let recipient = ''
    let isData = false
    const receive = (text: string) => {
      if (isData) {
        if (text !== '.') return
        isData = false
        const to = recipient
        void pause(DELAY).then(() => {
          accepted.set(to, (accepted.get(to) ?? 0) + 1)
          socket.write('250 accepted\r\n')
        })
      } else if (text.startsWith('DATA')) {
        isData = true
        socket.write('354 continue\r\n')
      } else if (text.startsWith('QUIT')) socket.end('221 bye\r\n')
      else {
        recipient = /^RCPT TO:<([^>]*)>/.exec(text)?.[1] ?? recipient
        socket.write('250 ok\r\n')
      }
    }
    socket.on('data', (chunk) => {
      const lines = (line + chunk.toString('latin1')).split('\r\n')
      line = lines.pop() ?? ''
      for (const one of lines) receive(one)
    })
    socket.write('220 ready\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countTo: (projectId) => accepted.get(`of-${projectId}@example.com`) ?? 0,
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
