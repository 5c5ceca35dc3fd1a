import type { MethodView } from './methods.ts'

/** The text of a button, and other texts for payment methods with their own. Style sheets show the one of the chosen method. */
export interface ButtonView {
  text: string
  instead: { at: number; text: string }[]
  /** The text for browsers whose style sheets cannot see what is chosen. */
  fallback: string
}

/** The most texts that the style sheet can switch between. */
const MOST_TEXTS = 3

/** Returns a button whose text says that a press `pays`, or where it `leads`. */
export function buttonOf(
  { pays, leads: fallback }: { pays: string; leads: string },
  methods: readonly MethodView[],
): ButtonView {
  const paysHere = methods.some(({ buttonText }) => buttonText === null)
  const texts = [...new Set(methods.flatMap(({ buttonText }) => buttonText ?? []))]
  if (texts.length === 1 && !paysHere) return { text: texts[0]!, instead: [], fallback }
  if (texts.length > MOST_TEXTS) return { text: fallback, instead: [], fallback }
  const text = paysHere || methods.length === 0 ? pays : fallback
  return { text, instead: texts.map((own, index) => ({ at: index + 1, text: own })), fallback }
}

/** Returns the methods with the index of their text on the button. */
export function withTextIndexes({ instead }: ButtonView, methods: readonly MethodView[]): MethodView[] {
  const at = ({ buttonText }: MethodView) => instead.find(({ text }) => text === buttonText)?.at ?? 0
  return methods.map((method) => ({ ...method, at: at(method) }))
}
