import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's young generation small while a process loads its modules. V8 doubles it while many objects
 * survive, up to two halves of 16 MiB. All modules survive, so a process took 25 MiB before any work. On Node.js 26 the halves would
 * be 32 MiB: the commands of the Procfile keep 16.
 */
export function startSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Sets V8's heap growth when a process begins its work. The young generation may now grow. On a machine
 * with free memory the old generation would grow fourfold before a collection: of 240 MiB under load
 * three quarters were garbage. Now V8 collects at 1.6 times the size, at no measurable cost.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=60')
}
