import type * as Http from 'node:http'
import { createRequire } from 'node:module'

/**
 * Parts of Node's HTTP module. An `import` statement of it reads each of its exports, and `WebSocket` then loads Node's own
 * `fetch`: 15 MiB on Node.js 26, which no process needs.
 */
export const { createServer, maxHeaderSize, STATUS_CODES } = createRequire(import.meta.url)(
  'node:http',
) as typeof Http
