import { testStatesOf } from './test-states-of.ts'

testStatesOf('the dashboard')
