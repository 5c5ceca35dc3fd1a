export interface Finding {
  index: number
  message: string
}
export function findings(text: string, kind: 'prose' | 'text' | 'name'): Finding[]
export function withoutCode(text: string): string
export function commentsInCode(text: string): { index: number; text: string }[]
export function wordsOfPath(path: string): string
