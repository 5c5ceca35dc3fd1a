type Entry = Record<string, unknown>

const hidden = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'err'])

/** Formats a line of the JSON log for people: time, message, details. */
export function formatLogLine(line: string): string {
  const logged = parse(line)
  if (!logged) return line

  const entry = logged.msg === 'request' && logged.level === 'info' ? request(logged) : logged
  const level = text(entry.level)
  const details = Object.entries(entry)
    .filter(([key]) => !hidden.has(key))
    .map(([key, value]) => `${key}=${text(value)}`)
  const parts = [clock(entry.time), level === 'info' ? '' : level.toUpperCase(), text(entry.msg), ...details]
  return [parts.filter(Boolean).join(' '), ...errorLines(entry.err)].join('\n  ')
}

/** Shortens the line of a successful request, which needs no request id. */
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

function errorLines(error: unknown): string[] {
  if (typeof error !== 'object' || !error) return []
  const { message, stack } = error as { message?: string; stack?: string }
  return (stack ?? message ?? '').split('\n').map((text) => text.trim())
}
