/**
 * Lets calls share their work: what is asked for while a batch is under way is the next one. Nobody waits for others to
 * come, but for those of the same moment. A batch that fails is tried again, each alone and all at once: what is wrong
 * with one is told to it alone, and what is wrong with all costs the time of one. Each piece of work must bear that.
 */
export function inBatches<Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve: (result: Result) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isUnderWay = false

  async function doTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else await Promise.all(batch.map((one) => doTogether([one])))
    }
  }

  async function goOn(): Promise<void> {
    isUnderWay = true
    await Promise.resolve() // whoever asks at this very moment comes along
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await doTogether(batch)
    }
    isUnderWay = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isUnderWay) void goOn()
    })
}
