import { everyLookOf } from './every-look.ts'

everyLookOf('after paying')
