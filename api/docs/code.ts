/** Text in one of two colours, or in none. */
interface Piece {
  text: string
  tone: 'quoted' | 'constant' | null
}

export interface Code {
  title: string
  pieces: Piece[]
}

/** Splits code into pieces to colour: strings in one colour, numbers and words like `null` in another. */
export function codeOf(title: string, text: string): Code {
  return { title, pieces: piecesOf(text) }
}

/**
 * Matches strings and constants in JSON and in our own samples, where strings end on their line. It also matches field
 * names and addresses, so that no part of them is coloured.
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
