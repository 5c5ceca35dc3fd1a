// Prints, as JSON, the result of verify.mjs for each delivery in vectors.json.
import { readFileSync } from 'node:fs'
import { isGenuine, isGenuinePlain } from '../verify.mjs'

const { vectors } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const said = vectors.map(({ headers, body, secret, now }) => ({
  standard: isGenuine(headers, Buffer.from(body), secret, now),
  plain: isGenuinePlain(headers, Buffer.from(body), secret),
}))
console.log(JSON.stringify(said))
