import { everyLookOf } from './every-look.ts'

everyLookOf('steps of the portal')
