/**
 * Groups calls into batches: calls that arrive while a batch runs form the next one. A call waits for no others,
 * except calls of the same tick. If a batch fails, each item is tried again alone, all concurrently: one bad item
 * fails alone. So `work` must be safe to repeat.
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
  let isRunning = false

  async function runBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(results[index]!))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else await Promise.all(batch.map((one) => runBatch([one])))
    }
  }

  async function runBatches(): Promise<void> {
    isRunning = true
    await Promise.resolve() // calls of the same tick join this batch
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await runBatch(batch)
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void runBatches()
    })
}
