import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const running = new Set<ChildProcess>()

/** A worker as it is shipped, with production's leases. */
export function startWorker(): ChildProcess {
  const worker = spawn('node', [fileURLToPath(new URL('../worker/main.js', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(worker)
  worker.once('exit', () => running.delete(worker))
  return worker
}

/** Ends a worker at once (`SIGKILL`) or in order, and waits until it is gone. */
export async function endWorker(worker: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const gone = once(worker, 'exit')
  worker.kill(signal)
  await gone
}

export async function endWorkers(): Promise<void> {
  await Promise.all(Array.from(running, (worker) => endWorker(worker, 'SIGKILL')))
}

/** Memory that a process holds, in MiB. */
export function memoryOf({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}
