/** The part of the package that we use: the version that Express installs has no types. */
declare module 'cookie' {
  export function parse(header: string): Record<string, string | undefined>
}
