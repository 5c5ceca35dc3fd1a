import { createSocket } from 'node:dgram'

interface Names {
  /** IPv4 addresses: one list for all queries, or one list for each query in turn. */
  four?: string[] | string[][]
  /** IPv6 addresses as 32 hex digits. */
  six?: string[]
  /** Whether the name exists but its name servers fail (SERVFAIL). */
  fails?: boolean
}

/**
 * Starts a name server that knows these names and no others. It also answers a query for the root servers, which
 * shows that it works.
 */
export async function givenNameServer(names: Record<string, Names>) {
  const socket = createSocket('udp4')
  const asked: Record<string, number> = {}
  socket.on('message', (query, from) => {
    let end = 12
    const labels: string[] = []
    for (let length = query[end]!; length > 0; length = query[end]!) {
      labels.push(query.toString('latin1', end + 1, end + 1 + length))
      end += 1 + length
    }
    const name = labels.join('.')
    if (name === '') {
      socket.send(rootServers(query), from.port, from.address)
      return
    }
    const known = names[name]
    const isForFour = query.readUInt16BE(end + 1) === 1
    const times = isForFour ? (asked[name] = (asked[name] ?? 0) + 1) : 1
    const { four = [], six = [] } = known ?? {}
    const nth = typeof four[0] === 'object' ? (four as string[][])[times - 1]! : (four as string[])
    const list = isForFour ? nth : six
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(known ? (known.fails ? 0x8182 : 0x8180) : 0x8183, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(list.length, 6)
    header.writeUInt32BE(0, 8)
    const records = list.map((address) =>
      isForFour
        ? Buffer.from([...Buffer.from('c00c00010001000000000004', 'hex'), ...address.split('.').map(Number)])
        : Buffer.from(`c00c001c0001000000000010${address}`, 'hex'),
    )
    socket.send(Buffer.concat([header, query.subarray(12, end + 5), ...records]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() }
}

/** Returns the answer `. NS a.` to `query`. */
function rootServers(query: Buffer): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 6)
  header.writeUInt16BE(0, 10)
  return Buffer.concat([header, query.subarray(12, 17), Buffer.from('0000020001000000000003016100', 'hex')])
}
