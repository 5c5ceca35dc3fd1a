/** Where a command that goes on prints meanwhile, and how it is asked to end. */
export interface Screen {
  /** A line of standard output; with `--json` one document on a line of its own. */
  show(json: unknown, text: string): void
  /** A word to whoever watches, on standard error. */
  remark(text: string): void
  /** Aborted when the command is to end; from the first call on, an interruption asks for that and no more. */
  stop(): AbortSignal
}

/** What a screen is made of. */
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

/** This process's own. Whoever closes the pipe that it prints to wants no more of it. */
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
