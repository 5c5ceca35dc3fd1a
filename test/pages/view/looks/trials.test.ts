import { everyLookOf } from './every-look.ts'

everyLookOf('trial links')
