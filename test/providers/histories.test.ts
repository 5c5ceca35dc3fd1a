import { givenMerchant } from '../support/given/merchant.ts'
import { History } from './history.ts'

const { PROVIDER_RUNS = '10', PROVIDER_SEED = '1' } = process.env

describe('payments of a provider in random histories', () => {
  it('match the money at the provider despite lost, late and concurrent calls', async () => {
    for (let run = 0; run < Number(PROVIDER_RUNS); run += 1) {
      const seed = Number(PROVIDER_SEED) + run
      const history = await History.begin(await givenMerchant(), seed)
      try {
        await history.play()
      } catch (error) {
        const log = history.log.map((line) => `\n  ${line}`).join('')
        throw new Error(`PROVIDER_SEED=${seed} PROVIDER_RUNS=1: ${(error as Error).message}${log}`, {
          cause: error,
        })
      }
    }
  }).timeout(Number(PROVIDER_RUNS) * 10_000 + 60_000)
})
