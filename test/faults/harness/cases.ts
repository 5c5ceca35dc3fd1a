import type { FaultCase } from './case.ts'
import { databaseCases } from './cases/database.ts'
import { groupCases } from './cases/groups.ts'
import { processCases } from './cases/processes.ts'
import { redisCases } from './cases/redis.ts'

/** Every case, in the order of the table in docs/reliability.md. */
export const cases: readonly FaultCase[] = [...processCases, ...redisCases, ...databaseCases, ...groupCases]
