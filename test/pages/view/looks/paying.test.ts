import { everyLookOf } from './every-look.ts'

everyLookOf('paying')
