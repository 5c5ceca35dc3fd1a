import { ZONES } from './catalogue.ts'
import { Random } from './random.ts'
import { run } from './run.ts'
import { Shop } from './shop.ts'

/**
 * About how many histories it took to tell, when a mend was taken out: 418 where a credit of another state may
 * become a renewal; 34 where changes with a credit stay open after a cancellation; 159 where time is sold at
 * the old price behind time at the scheduled one; 96 where a customer is looked at before the lock; 43 where
 * one whose transfer waits is erased. The default is for bin/test; `npm run test:model` plays 5 000.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? 50)

describe('money, whatever customers, merchants and time do', () => {
  it('is accounted for after every step, and every state can be left', async () => {
    const shops = await Promise.all(ZONES.map((zone) => Shop.open(zone)))
    await run({
      shops,
      runs: RUNS,
      seed: Number(process.env.MODEL_SEED ?? new Random(Date.now()).below(2 ** 31)),
    })
  }).timeout(RUNS * 5_000 + 60_000)
})
