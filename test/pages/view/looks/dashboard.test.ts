import { everyLookOf } from './every-look.ts'

everyLookOf('the dashboard')
