/** Returns why a file cannot be read, and what to do, without a full stop. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file. Check the path'
  if (code === 'EISDIR') return 'it is a folder. Name a file in it'
  if (code === 'EACCES') return 'this user may not read it. Change its permissions'
  return message
}
