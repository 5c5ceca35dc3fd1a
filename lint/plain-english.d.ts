export interface Finding {
  index: number
  message: string
}
export function findings(text: string, kind: 'prose' | 'text' | 'name'): Finding[]
export function withoutCode(text: string): string
