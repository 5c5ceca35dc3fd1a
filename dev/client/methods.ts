import type {
  OpenAPI3,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  SchemaObject,
} from 'openapi-typescript'

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: OperationObject
}

/** Returns the source of the client's methods: their types, and the table by which they are called. */
export function methodsOf(document: OpenAPI3): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, OperationObject>).map(([method, operation]) => ({
      name: operation.operationId!,
      method,
      path,
      operation,
    })),
  )
  const rows = operations.map(
    ({ name, method, path, operation }) =>
      `${name}: { method: '${method}', path: '${path}', takes: ${quoted(inputOf(operation)?.kind)}, returns: '${resultOf(operation).kind}' }`,
  )
  return `
    import type { CallOptions } from '../call.ts'
    import type { List } from '../list.ts'
    import type { operations, components } from './api.ts'

    /** The objects of the API by their names: \`Schemas['Checkout']\`. */
    export type Schemas = components['schemas']

    /** The content of a file. */
    export type FileContent = string | Uint8Array<ArrayBuffer> | Blob

    type Query<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>

    /** Every operation of the API. */
    export interface Methods {
      ${operations.map(signature).join('\n')}
    }

    export const methods = { ${rows.join(', ')} } as const
  `
}

function signature({ name, path, operation }: Operation): string {
  const input = inputOf(operation)
  const inPath = pathParametersOf(path).map(
    (parameter) => `${parameter}: ${typeOfParameter(operation, parameter)}`,
  )
  const parameters = [
    ...inPath,
    ...(input ? [`${input.kind}${input.required ? '' : '?'}: ${input.type(name)}`] : []),
    ...(input?.kind === 'file' ? [`query?: Query<'${name}'>`] : []),
    'options?: CallOptions',
  ]
  const text = [operation.summary, operation.description].filter(Boolean).join('. ').replaceAll('..', '.')
  return `/** ${text} */\n${name}(${parameters.join(', ')}): ${resultOf(operation).type}`
}

/** Returns the path parameters of a call. The client itself fills in the project. */
function pathParametersOf(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name).filter(
    (name) => name !== 'project_id',
  )
}

function typeOfParameter({ parameters = [] }: OperationObject, name: string): string {
  const { schema } = (parameters as ParameterObject[]).find((parameter) => parameter.name === name)!
  return schema!.type === 'integer' ? 'number' : 'string'
}

/** Returns the input of a call in addition to its path parameters: a body or a query, never both. A query may follow a file. */
function inputOf({ requestBody, parameters = [] }: OperationObject) {
  const query = (parameters as ParameterObject[]).filter((parameter) => parameter.in === 'query')
  if (requestBody) {
    const { required = false, content } = requestBody as { required?: boolean; content: Content }
    const json = content['application/json']
    if (!json) return { kind: 'file', required, type: () => 'FileContent' } as const
    const type = typeOfSchema(json.schema)
    return { kind: 'body', required, type: () => type } as const
  }
  if (query.length === 0) return undefined
  const required = query.some((parameter) => parameter.required)
  return { kind: 'query', required, type: (name: string) => `Query<'${name}'>` } as const
}

type Content = Partial<Record<'application/json', { schema: SchemaObject | ReferenceObject }>>

/** Returns the result type of a call: a list over several pages, or the type of `data`. */
function resultOf({ responses = {} }: OperationObject): { kind: 'list' | 'data'; type: string } {
  const [[, success] = []] = Object.entries(responses)
  const { schema } = (success as unknown as { content: Content }).content['application/json']!
  if ('$ref' in schema) {
    const page = typeOfSchema(schema)
    return { kind: 'list', type: `List<${page}>` }
  }
  const { data } = (schema as { properties: Record<string, SchemaObject | ReferenceObject> }).properties
  return { kind: 'data', type: `Promise<${typeOfSchema(data!)}>` }
}

function typeOfSchema(schema: SchemaObject | ReferenceObject): string {
  if ('$ref' in schema) return `Schemas['${schema.$ref.split('/').at(-1) ?? ''}']`
  if (schema.type === 'array') return `${typeOfSchema((schema as { items: ReferenceObject }).items)}[]`
  throw new Error(`A part of a response has no named schema: ${JSON.stringify(schema).slice(0, 200)}`)
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'undefined' : `'${text}'`
}
