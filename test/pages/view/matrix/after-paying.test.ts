import { testStatesOf } from './test-states-of.ts'

testStatesOf('after paying')
