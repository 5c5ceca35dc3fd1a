import { startSmall } from '../common/runtime/heap.ts'

startSmall() // before there is anything to load
await import('./work.ts')
