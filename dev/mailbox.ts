import { EventEmitter, once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

export interface Message extends Email {
  id: number
}

const LIMIT = 200

/** Stores emails in a folder, one file each, so that they survive a restart. Keeps the newest 200. */
export class Mailbox {
  readonly #folder: string
  #parsed = new Map<number, Promise<Message>>()
  readonly #arrivals = new EventEmitter().setMaxListeners(0)

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  add(raw: Buffer): void {
    const ids = this.#ids()
    writeFileSync(this.#file((ids[0] ?? 0) + 1), raw, { mode: 0o600 })
    for (const old of ids.slice(LIMIT - 1)) {
      rmSync(this.#file(old))
      this.#parsed.delete(old)
    }
    this.#arrivals.emit('email')
  }

  /** Waits for the next email, at most this long. */
  async next(milliseconds: number): Promise<void> {
    await once(this.#arrivals, 'email', { signal: AbortSignal.timeout(milliseconds) }).catch(() => undefined)
  }

  /** Returns all emails, newest first. */
  list(): Promise<Message[]> {
    return Promise.all(this.#ids().map((id) => this.#read(id)))
  }

  async get(id: number): Promise<Message | undefined> {
    return this.#ids().includes(id) ? this.#read(id) : undefined
  }

  #read(id: number): Promise<Message> {
    const known = this.#parsed.get(id)
    if (known) return known
    const options = { attachmentEncoding: 'arraybuffer' } as const
    const message = PostalMime.parse(readFileSync(this.#file(id)), options).then((email) => ({
      id,
      ...email,
    }))
    this.#parsed.set(id, message)
    return message
  }

  #ids(): number[] {
    const names = readdirSync(this.#folder).filter((name) => /^\d+\.eml$/.test(name))
    return names.map((name) => parseInt(name)).sort((a, b) => b - a)
  }

  #file(id: number): string {
    return join(this.#folder, `${id}.eml`)
  }
}
