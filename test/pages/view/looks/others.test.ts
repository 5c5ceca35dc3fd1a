import { everyLookOf } from './every-look.ts'

everyLookOf('all others')
