import { testStatesOf } from './test-states-of.ts'

testStatesOf('all other pages')
