import { testStatesOf } from './test-states-of.ts'

testStatesOf('payment links')
