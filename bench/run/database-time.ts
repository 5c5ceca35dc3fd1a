import { readFileSync } from 'node:fs'

/** Returns the processor time of the bench's database so far, in milliseconds. */
export function databaseTime(): number {
  const fields = readFileSync(`/proc/${process.env.BENCH_MARIADB}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10 // in hundredths of a second
}
