import { ZONES } from './catalogue.ts'
import { Random } from './random.ts'
import { run } from './run.ts'
import { Shop } from './shop.ts'

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
