/** What is for whoever waits goes to standard error; the table alone to standard output. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

const WIDTH = 30

/** How far something is that takes long: a bar on a terminal, a line for each fifth in a file. */
export function progress(what: string, whole: number): (done: number) => void {
  let said = 0
  return (done) => {
    const share = Math.min(1, done / whole)
    if (process.stderr.isTTY) {
      const filled = Math.round(share * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      process.stderr.write(`\r${bar} ${Math.round(share * 100)} % ${what}${share === 1 ? '\n' : ''}`)
    } else if (share >= said + 0.2 || (share === 1 && said < 1)) {
      said = share
      say(`${Math.round(share * 100)} % ${what}`)
    }
  }
}
