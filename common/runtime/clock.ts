let source: () => Date = () => new Date()

/** The time now. Only edges ask; everything below is told. */
export function now(): Date {
  return source()
}

/** Lets a test say what time it is; without an argument the machine's own clock again. */
export function setClock(clock: () => Date = () => new Date()): void {
  source = clock
}
