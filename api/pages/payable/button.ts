import type { MethodView } from './methods.ts'

/** What a press does, as it stands on the button, and what instead while a way to pay is chosen that says otherwise. */
export interface ButtonView {
  text: string
  instead: { at: number; text: string }[]
  /** Where a browser cannot see what is chosen. */
  untold: string
}

/** As many words of ways to pay as the style sheet can show one in the place of another. */
const MOST_WORDS = 3

/** Only what a press does is said: that it `pays`, or what it leads to. */
export function buttonOf(
  { pays, leads: untold }: { pays: string; leads: string },
  methods: readonly MethodView[],
): ButtonView {
  const paysHere = methods.some(({ says }) => says === null)
  const words = [...new Set(methods.flatMap(({ says }) => says ?? []))]
  if (words.length === 1 && !paysHere) return { text: words[0]!, instead: [], untold }
  if (words.length > MOST_WORDS) return { text: untold, instead: [], untold }
  const text = paysHere || methods.length === 0 ? pays : untold
  return { text, instead: words.map((word, index) => ({ at: index + 1, text: word })), untold }
}

/** Each way to pay with its place among the words on the button. */
export function placedOn({ instead }: ButtonView, methods: readonly MethodView[]): MethodView[] {
  const at = ({ says }: MethodView) => instead.find(({ text }) => text === says)?.at ?? 0
  return methods.map((method) => ({ ...method, at: at(method) }))
}
