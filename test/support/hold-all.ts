import { config } from '../../common/runtime/config.ts'
import { withSlot } from '../../db/pool.ts'

/** Uses every connection until `free` is called. */
export async function holdAll(): Promise<{ all: Promise<unknown>; free: () => void }> {
  let free: () => void = () => undefined
  const freed = new Promise<void>((resolve) => (free = resolve))
  const held = Array.from({ length: config().dbPoolMax }, () => {
    let begun: () => void = () => undefined
    const has = new Promise<void>((resolve) => (begun = resolve))
    const use = withSlot(() => {
      begun()
      return freed
    })
    return { has, use }
  })
  await Promise.all(held.map(({ has }) => has))
  return { all: Promise.all(held.map(({ use }) => use)), free }
}
