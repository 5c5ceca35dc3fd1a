import type { Schema } from '../../../common/kit/shape.ts'
import type { OpenApi } from '../../openapi/document.ts'
import { codeOf } from '../code.ts'
import { curl } from './curl.ts'
import { go } from './go.ts'
import { node } from './node.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { requestOf } from './request.ts'

/** The languages of the samples. A choice applies to the whole page. */
export const LANGUAGES = [
  { id: 'curl', name: 'curl', written: curl },
  { id: 'node', name: 'Node.js', written: node },
  { id: 'python', name: 'Python', written: python },
  { id: 'php', name: 'PHP', written: php },
  { id: 'go', name: 'Go', written: go },
] as const

/** Returns a sample of a call in each language. It works once the token is filled in. */
export function samplesOf(document: OpenApi, path: string, method: string, operation: Schema) {
  const request = requestOf(document, path, method, operation)
  return LANGUAGES.map(({ id, name, written }) => ({
    languages: `in-${id}`,
    ...codeOf(`Request in ${name}`, written(request)),
  }))
}
