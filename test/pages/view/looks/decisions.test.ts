import { everyLookOf } from './every-look.ts'

everyLookOf('decisions')
