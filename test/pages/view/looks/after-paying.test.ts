import { everyLookOf } from './every-look.ts'

everyLookOf('what comes after paying')
