import { type Running, UserError } from '../processes.ts'
import type { Server, Settings } from '../servers.ts'

/** A database or a Redis that Tolbor can use: one server, or several that replace each other. */
export interface Engine {
  readonly name: string
  /** The variable that names its address. */
  readonly variable: 'DATABASE_URL' | 'REDIS_URL'
  /** One line for `bin/engines`. */
  readonly about: string
  /** Whether it consists of several servers. They need much of a small machine. */
  readonly isGroup: boolean
  /** Installs or unpacks its programs if they are missing. Throws a `UserError` if they cannot be had. */
  prepare(): void | Promise<void>
  /** Starts it on 127.0.0.1 and waits until it can be used. Stops what has started if the rest does not start. */
  start(settings: Settings, database: string): Promise<Started>
}

/** An engine that runs. */
export interface Started {
  url: string
  /** The first server, if it accepts connections at a Unix socket, which are faster. */
  socket?: string
  /** The servers, in the order of their start. */
  members: readonly Member[]
  stop(): Promise<void>
}

export type Member = Running & Pick<Server, 'port'>

/** Returns an engine that consists of one server. */
export function single(server: Server & { socket?: string }): Started {
  const { url, socket } = server
  return { url, ...(socket && { socket }), members: [server], stop: () => server.stop() }
}

/** Starts the members of an engine with `start`, which adds each to the list. Stops them all if it fails. */
export async function group(start: (members: Member[]) => Promise<string>): Promise<Started> {
  const members: Member[] = []
  const stop = async () => {
    for (const member of [...members].reverse()) await member.stop()
  }
  try {
    return { url: await start(members), members, stop }
  } catch (error) {
    try {
      // Before they are stopped: then their last lines would be about that.
      const lines = members.flatMap((member) => [`${member.name}:`, ...member.tail().slice(-6)])
      if (error instanceof UserError && lines.length > 0)
        error.message += ['\nThe last lines of its servers:', ...lines].join('\n  ')
    } finally {
      await stop()
    }
    throw error
  }
}
