import { testStatesOf } from './test-states-of.ts'

testStatesOf('trial links')
