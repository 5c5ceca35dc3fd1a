import { log } from '../../common/runtime/log.ts'

/** Returns the log lines of a level that `work` writes. */
export async function captureLog(
  level: 'info' | 'warn' | 'error',
  work: () => Promise<unknown>,
): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const logger = log()
  const { [level]: write, level: before } = logger
  logger.level = 'info'
  logger[level] = (fields: unknown, msg?: string) =>
    lines.push(typeof fields === 'string' ? { msg: fields } : { ...(fields as object), msg })
  try {
    await work()
  } finally {
    logger[level] = write
    logger.level = before
  }
  return lines
}
