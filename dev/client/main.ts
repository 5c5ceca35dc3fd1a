import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './generate.ts'

/** The files of the client package that are generated from the OpenAPI document. */
const FOLDER = 'clients/node/src/generated'

// The OpenAPI document needs a configuration for its addresses. The client does not use them.
Object.assign(process.env, {
  DATABASE_URL: 'mysql://localhost/none',
  REDIS_URL: 'redis://localhost',
  BASE_URL: 'http://localhost',
  SECRET_KEY: '0'.repeat(64),
})
for (const [name, text] of Object.entries(await generatedFiles())) writeFileSync(join(FOLDER, name), text)
