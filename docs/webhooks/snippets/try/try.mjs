// Prints, as JSON, the result of verify.mjs for each delivery in vectors.json.
import { readFileSync } from 'node:fs'
import { isGenuine, isGenuinePlain } from '../verify.mjs'

const { vectors } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const said = vectors.map(({ headers, body, secret, now }) => ({
  standard: isGenuine(Buffer.from(body), headers, secret, now),
  plain: isGenuinePlain(Buffer.from(body), headers, secret),
}))
console.log(JSON.stringify(said))
