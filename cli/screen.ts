/** Output of a long-running command, and its signal to stop. */
export interface Screen {
  /** Prints a line on standard output; with `--json` one document per line. */
  show(json: unknown, text: string): void
  /** Prints a remark for the operator on standard error. */
  remark(text: string): void
  /** Returns a signal that Ctrl-C aborts. After the first call Ctrl-C no longer kills the process. */
  stop(): AbortSignal
}

/** The streams and the signal behind a screen. */
export interface Terminal {
  stdout(text: string): void
  stderr(text: string): void
  stop(): AbortSignal
}

export function screenOn(terminal: Terminal, asJson: boolean): Screen {
  return {
    show: (json, text) => {
      terminal.stdout(`${asJson ? JSON.stringify(json) : text}\n`)
    },
    remark: (text) => {
      terminal.stderr(`${asJson ? JSON.stringify({ remark: text }) : text}\n`)
    },
    stop: () => terminal.stop(),
  }
}

/** This process's terminal. A closed pipe stops the command like Ctrl-C. */
export const ownTerminal: Terminal = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stop: () => {
    const ending = new AbortController()
    const end = () => {
      ending.abort()
    }
    process.once('SIGINT', end).once('SIGTERM', end)
    process.stdout.once('error', end)
    return ending.signal
  },
}
