/** Parses stored metadata. Null becomes an empty object. */
export function readMetadata(text: string | null): Record<string, string> {
  return text === null ? {} : (JSON.parse(text) as Record<string, string>)
}
