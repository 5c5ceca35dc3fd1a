import { config } from '../../common/runtime/config.ts'
import { database } from '../../db/connection.ts'
import { withConnection } from '../../db/pool.ts'

/** Uses every connection of `pool`, by default those for reads, until `free` is called. */
export async function holdAll(pool = database): Promise<{ all: Promise<unknown>; free: () => void }> {
  let free: () => void = () => undefined
  const freed = new Promise<void>((resolve) => (free = resolve))
  const held = Array.from({ length: config().dbPoolMax }, () => {
    let begun: () => void = () => undefined
    const has = new Promise<void>((resolve) => (begun = resolve))
    const use = withConnection(() => {
      begun()
      return freed
    }, pool)
    return { has, use }
  })
  await Promise.all(held.map(({ has }) => has))
  return { all: Promise.all(held.map(({ use }) => use)), free }
}
