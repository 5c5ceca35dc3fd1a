import { RunProgress } from '../support/progress.ts'
import { History, type Step, stepsOf } from './history.ts'
import { Random } from './random.ts'
import type { Shop } from './shop.ts'

export interface Run {
  shops: readonly Shop[]
  /** The number of histories. */
  runs: number
  /** The seed of the first history. Each later history has the next seed, so one seed replays one history. */
  seed: number
}

/** Plays histories until one fails, and then shortens that one. */
export async function run({ shops, runs, seed: first }: Run): Promise<void> {
  const progress = new RunProgress('money', runs, first)
  for (let index = 0; index < runs; index += 1) {
    const seed = (first + index) % 2 ** 31
    const shop = shops[seed % shops.length]!
    const steps = stepsOf(seed)
    const played = await play(shop, seed, steps)
    if (played.error) throw await shortest(shop, seed, steps, played, index + 1)
    progress.done(played.steps)
  }
}

interface Played {
  steps: number
  story: readonly string[]
  error?: Error
}

async function play(shop: Shop, seed: number, steps: readonly Step[]): Promise<Played> {
  const history = await History.begin(shop, new Random(seed).below(2 ** 32))
  try {
    for (const step of steps) await history.take(step)
    await history.leave(seed)
    return { steps: history.steps, story: history.log }
  } catch (error) {
    return { steps: history.steps, story: history.log, error: error as Error }
  }
}

/** Leaves out steps while the history still fails: first many, then fewer, then one by one. */
async function shortest(shop: Shop, seed: number, all: Step[], found: Played, count: number): Promise<Error> {
  let [steps, failed] = [all, found]
  const until = Date.now() + 60_000
  for (let size = Math.ceil(steps.length / 2); size >= 1 && Date.now() < until;) {
    let shorter = false
    for (let from = 0; from < steps.length && Date.now() < until;) {
      const rest = [...steps.slice(0, from), ...steps.slice(from + size)]
      const played = await play(shop, seed, rest)
      if (played.error) [steps, failed, shorter] = [rest, played, true]
      else from += size
    }
    if (!shorter || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  const { error, story } = failed
  const lines = story.map((line) => `\n  ${line}`).join('')
  error!.message = `history ${count}, MODEL_SEED=${seed} MODEL_RUNS=1: ${error!.message}\n(${all.length} steps, shortened to ${steps.length}:)${lines}`
  return error!
}
