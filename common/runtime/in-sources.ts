import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | null>()

/**
 * Translates a stack trace to lines of our sources: a built process is one file. Node's own source maps
 * would take 8 MiB at every start; here the map is read when the first stack is logged.
 */
export function inSources(stack: string): string {
  return stack.replace(/(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g, (place, file: string, line, column) => {
    const found: Partial<SourceMapping> = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1) ?? {}
    if (found.originalSource === undefined) return place
    const source = new URL(found.originalSource, file).href
    return `${source}:${found.originalLine! + 1}:${found.originalColumn! + 1}`
  })
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file)
  if (map === undefined) maps.set(file, (map = readMap(file)))
  return map
}

/** Returns null if there is no map: the stack then stays untranslated. */
function readMap(file: string): SourceMap | null {
  try {
    const text = readFileSync(`${fileURLToPath(file)}.map`, 'utf8')
    return new SourceMap(JSON.parse(text) as SourceMapPayload)
  } catch {
    return null
  }
}
