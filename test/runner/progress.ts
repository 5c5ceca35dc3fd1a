/** Shows the progress: on a terminal as a line below the output that changes, else as a line every 15 seconds. */
export class Progress {
  readonly #text: () => string
  readonly #timer: NodeJS.Timeout
  readonly #terminal = process.stdout.isTTY

  constructor(text: () => string) {
    this.#text = text
    this.#timer = setInterval(() => this.#show(), this.#terminal ? 1_000 : 15_000)
  }

  /** Prints text above the progress line. */
  print(text: string): void {
    if (this.#terminal) process.stdout.write('\r\x1b[2K')
    console.log(text)
    if (this.#terminal) this.#show()
  }

  end(): void {
    clearInterval(this.#timer)
    if (this.#terminal) process.stdout.write('\r\x1b[2K')
  }

  #show(): void {
    if (this.#terminal) process.stdout.write(`\r\x1b[2K${this.#text()}`)
    else console.log(this.#text())
  }
}
