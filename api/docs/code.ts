/** Text in one of two colours, or in none. */
interface Piece {
  text: string
  tone: 'quoted' | 'constant' | null
}

export interface Code {
  title: string
  pieces: Piece[]
}

/** Code as it is shown: what is said in quotes has a colour, and so have numbers and words like `null`. */
export function codeOf(title: string, text: string): Code {
  return { title, pieces: piecesOf(text) }
}

/**
 * Good enough for JSON and for our own samples, in which strings end on their line. Names of fields and addresses are
 * found only so that nothing in them has a colour.
 */
const PARTS = new RegExp(
  [
    String.raw`(?<plain>https?://\S+|(?:\/\/|\/\*\*?|#|<\?|^ ?\*) ?[^\n]*|"""[^\n]*"""|"[\w-]+"(?=:)|'[\w-]+'(?= =>))`,
    String.raw`(?<quoted>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')`,
    String.raw`\b(?<constant>true|false|null|nil|True|False|None|\d+(?:\.\d+)?)\b`,
  ].join('|'),
  'gm',
)

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  const add = (part: string, tone: Piece['tone']) => {
    const last = pieces.at(-1)
    if (last?.tone === tone) last.text += part
    else if (part) pieces.push({ text: part, tone })
  }
  let end = 0
  for (const { 0: part, index, groups = {} } of text.matchAll(PARTS)) {
    add(text.slice(end, index), null)
    add(part, groups.quoted !== undefined ? 'quoted' : groups.constant !== undefined ? 'constant' : null)
    end = index + part.length
  }
  add(text.slice(end), null)
  return pieces
}
