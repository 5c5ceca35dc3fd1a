/** Prints a line to standard error. Standard output has only the table. */
export function log(line: string): void {
  process.stderr.write(`${line}\n`)
}

const WIDTH = 30

/** Returns a function that shows the progress: as a bar on a terminal, else as a line for each fifth. */
export function progressBar(what: string, total: number): (done: number) => void {
  let shown = 0
  return (done) => {
    const share = Math.min(1, done / total)
    if (process.stderr.isTTY) {
      const filled = Math.round(share * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      process.stderr.write(`\r${bar} ${Math.round(share * 100)} % ${what}${share === 1 ? '\n' : ''}`)
    } else if (share >= shown + 0.2 || (share === 1 && shown < 1)) {
      shown = share
      log(`${Math.round(share * 100)} % ${what}`)
    }
  }
}
