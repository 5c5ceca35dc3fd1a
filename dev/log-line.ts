type Entry = Record<string, unknown>

const hidden = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'err'])

/** One line of a child's JSON log as a person reads it: time, what happened, and the details. */
export function readable(line: string): string {
  const logged = parse(line)
  if (!logged) return line

  const entry = logged.msg === 'request' && logged.level === 'info' ? request(logged) : logged
  const level = text(entry.level)
  const details = Object.entries(entry)
    .filter(([key]) => !hidden.has(key))
    .map(([key, value]) => `${key}=${text(value)}`)
  const words = [clock(entry.time), level === 'info' ? '' : level.toUpperCase(), text(entry.msg), ...details]
  return [words.filter(Boolean).join(' '), ...trouble(entry.err)].join('\n  ')
}

/** Requests come in numbers; those that went well need no id to look them up by. */
function request({ method, path, status, ms, request_id: _, ...rest }: Entry): Entry {
  return { ...rest, msg: `${text(method)} ${text(path)} ${text(status)} in ${text(ms)} ms` }
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined ? '' : JSON.stringify(value)
}

function parse(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value ? (value as Entry) : undefined
  } catch {
    return undefined
  }
}

function clock(time: unknown): string {
  const date = new Date(time as string | number)
  return Number.isNaN(date.getTime()) ? '' : date.toTimeString().slice(0, 8)
}

function trouble(error: unknown): string[] {
  if (typeof error !== 'object' || !error) return []
  const { message, stack } = error as { message?: string; stack?: string }
  return (stack ?? message ?? '').split('\n').map((text) => text.trim())
}
