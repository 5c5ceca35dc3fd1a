import { release } from '../common/runtime/release.ts'
import type { Command } from './command.ts'

export const version: Command = {
  name: 'version',
  summary: 'Show the version of this release',
  needsNothing: true,
  run: () => Promise.resolve({ json: { version: release }, text: release }),
}
