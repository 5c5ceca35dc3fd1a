import { everyLookOf } from './every-look.ts'

everyLookOf('payment links')
