import { setImmediate as nextTurn } from 'node:timers/promises'
import type Yauzl from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { lazily } from '../../../kit/lazily.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { NO_STATEMENT, unreadable } from './unreadable.ts'

const yauzl = lazily<typeof Yauzl>('yauzl')

/** The most files in a spreadsheet, and the most bytes of all of them. Both are checked before anything is inflated. */
const MOST_ENTRIES = 500
const MOST_BYTES = 64 * 1024 * 1024

const BROKEN = `The spreadsheet is damaged or cut off. ${NO_STATEMENT}`
const TOO_LARGE = 'The spreadsheet is too large when it is unpacked. Export a shorter period.'

/** A ZIP archive in memory. */
export interface Archive {
  has(name: string): boolean
  /** Inflates a file in chunks of text, outside the event loop. Stops if it is larger than the archive declares. */
  read(name: string): AsyncGenerator<string>
}

/** Reads the directory of a ZIP archive. Refuses one that is damaged, or declares too many files or bytes. */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const entries = new Map<string, Entry>()
  const zip = await orRefuse(() => openZip(bytes, entries))
  return {
    has: (name) => entries.has(name),
    read: (name) => inflate(zip, entries.get(name)),
  }
}

async function openZip(bytes: Buffer, entries: Map<string, Entry>): Promise<ZipFile> {
  const zip = await yauzl().fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  if (zip.entryCount > MOST_ENTRIES) throw unreadable(TOO_LARGE)
  let total = 0
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize
    if (total > MOST_BYTES) throw unreadable(TOO_LARGE)
    entries.set(entry.fileName, entry)
  }
  return zip
}

async function* inflate(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<string> {
  if (!entry) throw unreadable(BROKEN)
  const decoder = new TextDecoder()
  // yauzl fails if the content is larger or smaller than the directory declares.
  const stream = await orRefuse(() => zip.openReadStreamPromise(entry))
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const chunk = await orRefuse(() => chunks.next())
    if (chunk.done) return
    yield decoder.decode(chunk.value, { stream: true })
    await nextTurn()
  }
}

/** Runs work on the archive. Every failure is a damaged file: nothing here depends on anything else. */
async function orRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable(BROKEN)
  }
}
