/** As much of it as is used here: the version that Express brings has no types of its own. */
declare module 'cookie' {
  export function parse(header: string): Record<string, string | undefined>
}
