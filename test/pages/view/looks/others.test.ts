import { everyLookOf } from './every-look.ts'

everyLookOf('all other pages')
