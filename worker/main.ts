import { startSmall } from '../common/runtime/heap.ts'

startSmall() // before any other module is loaded
await import('./work.ts')
