import { everyLookOf } from './every-look.ts'

everyLookOf('invoices')
