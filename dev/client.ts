import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './client/generate.ts'

/** Where the client package keeps what is derived from the description. */
const FOLDER = 'clients/node/src/generated'

// The description asks the configuration for addresses, which the client does not keep.
Object.assign(process.env, {
  DATABASE_URL: 'mysql://localhost/none',
  REDIS_URL: 'redis://localhost',
  BASE_URL: 'http://localhost',
  SECRET_KEY: '0'.repeat(64),
})
for (const [name, text] of Object.entries(await generatedFiles())) writeFileSync(join(FOLDER, name), text)
