/** Shows the progress: a line below the output of a terminal that is rewritten, elsewhere a line every 15 s. */
export class Progress {
  readonly #state: () => string
  readonly #timer: NodeJS.Timeout
  readonly #terminal = process.stdout.isTTY

  constructor(state: () => string) {
    this.#state = state
    this.#timer = setInterval(() => this.#tell(), this.#terminal ? 1_000 : 15_000)
  }

  /** Prints text above the line. */
  print(text: string): void {
    if (this.#terminal) process.stdout.write('\r\x1b[2K')
    console.log(text)
    if (this.#terminal) this.#tell()
  }

  end(): void {
    clearInterval(this.#timer)
    if (this.#terminal) process.stdout.write('\r\x1b[2K')
  }

  #tell(): void {
    if (this.#terminal) process.stdout.write(`\r\x1b[2K${this.#state()}`)
    else console.log(this.#state())
  }
}
