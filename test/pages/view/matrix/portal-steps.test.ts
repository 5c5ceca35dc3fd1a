import { testStatesOf } from './test-states-of.ts'

testStatesOf('steps of the portal')
