import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { becomesTrue } from '../../dev/becomes-true.ts'
import { group, type Member } from '../../dev/engines/engine.ts'
import { until } from '../../dev/engines/until.ts'
import { UserError } from '../../dev/processes.ts'

describe('a wait of the commands', () => {
  it('ends when its time is over', async () => {
    let checks = 0
    const never = () => {
      checks += 1
      return false
    }
    expect(await becomesTrue(never, 0.3)).to.equal(false)
    expect(checks).to.be.greaterThan(2)
  })

  it('continues after the machine stood still', async () => {
    let checks = 0
    const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
    const afterStall = () => {
      checks += 1
      if (checks === 1) setTimeout(standStill, 5)
      return checks === 2
    }
    expect(await becomesTrue(afterStall, 0.5)).to.equal(true)
  })

  it('counts the time of its checks', async () => {
    let checks = 0
    const slow = async () => {
      checks += 1
      await pause(300)
      return false
    }
    expect(await becomesTrue(slow, 0.5)).to.equal(false)
    expect(checks).to.equal(2)
  })

  it('ignores the errors of a check until it is true', async () => {
    let checks = 0
    await until('It works', async () => {
      checks += 1
      if (checks < 3) throw new Error('refused')
      return checks > 3 || 'almost'
    })
    expect(checks).to.equal(4)
  })

  it("states the last lines of an engine's servers if it does not start, and stops them", async () => {
    let stopped = false
    const server: Member = {
      ...{ name: 'redis-1', port: 1, pid: 1, ended: Promise.resolve('') },
      ...{
        tail: () => [stopped ? 'Bye' : 'Out of memory'],
        send: () => undefined,
        stop: async () => void (stopped = true),
      },
    }
    const starting = group(async (members) => {
      members.push(server)
      throw new UserError('No replica.')
    })
    const error = await starting.catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(UserError)
    expect((error as UserError).message).to.equal(
      'No replica.\nThe last lines of its servers:\n  redis-1:\n  Out of memory',
    )
    expect(stopped).to.equal(true)
  })
})
