import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's heap small while a process loads its modules. V8 doubles the young generation while many objects
 * survive, up to two halves of 16 MiB. All modules survive, so a process took 25 MiB before any work. On Node.js 26 the halves would
 * be 32 MiB: the commands of the Procfile keep 8.
 *
 * On a machine with free memory the old generation would grow fourfold before a collection: of 240 MiB under load
 * three quarters were garbage. V8 collects at 1.25 times the size, from the start on. This costs up to 4 % of the requests
 * a second (docs/performance.md).
 */
export function startSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=25')
}

/** Milliseconds. Modules that the first work needs are loaded by then. They survive, too. */
const FIRST_WORK = 2_000

/** Lets the young generation grow after the first work. */
export function growForWork(): void {
  setTimeout(() => {
    setFlagsFromString('--semi-space-growth-factor=2')
  }, FIRST_WORK).unref()
}
