/** The form of our own copies: what browsers and mail programs alike can show. */
export type CopyType = 'png' | 'jpeg'

/** Our own copy of a picture: named by its content, so that whoever has it may keep it for ever. */
export interface Picture {
  /** Below our own address, from the root: `/assets/pictures/7/….png`. */
  path: string
  /** In pixels of the picture. */
  width: number
  height: number
  /** Whether what is behind it shines through somewhere: on a dark page it needs a light plate. */
  clear: boolean
}

/** In pixels, of the picture or of the page. */
export interface Box {
  width: number
  height: number
}

/** Beside a line of an order. */
const LINE_COPY = { box: { width: 96, height: 96 }, heaviest: 5 * 1024 } as const

/** What a picture may be of, how large our copy is at most, in pixels, and how heavy, in bytes. */
export const subjects = {
  // Twice what is shown of it, for fine screens. Together they leave a page far below its 60 KiB.
  project: { box: { width: 320, height: 80 }, heaviest: 12 * 1024 },
  product: LINE_COPY,
  item: LINE_COPY,
} as const satisfies Record<string, { box: Box; heaviest: number }>

export type Subject = keyof typeof subjects

/** An order of more lines reads better without pictures, and stays light. */
export const MOST_PICTURED = 5

/** A logo much wider than high is a word-mark: it says the shop's name itself. */
export function isWordMark({ width, height }: Box): boolean {
  return width > 1.6 * height
}

/** The place of a logo, and of a product's picture, in pixels of the page. */
export const SIGN: Box = { width: 160, height: 40 }
export const LINE: Box = { width: 48, height: 48 }

/** What a name tells of a copy. */
export interface Named extends Box {
  hash: Buffer
  type: CopyType
  clear: boolean
}

const NAME = /^([0-9a-f]{64})-(\d{1,3})x(\d{1,3})(c?)\.(png|jpeg)$/

/** All that is to be known of a copy but its bytes, as one word: it is kept with whatever it is of. */
export function pictureName({ hash, width, height, clear, type }: Named): string {
  return `${hash.toString('hex')}-${width}x${height}${clear ? 'c' : ''}.${type}`
}

/** Reads a name; null where it is none of ours. */
export function readName(name: string): Named | null {
  const [, hash, width, height, clear, type] = NAME.exec(name) ?? []
  if (hash === undefined) return null
  return {
    hash: Buffer.from(hash, 'hex'),
    width: Number(width),
    height: Number(height),
    clear: clear === 'c',
    type: type as CopyType,
  }
}

/** The picture of a project that is called `name`; null where there is none. */
export function pictureOf(projectId: number, name: string | null): Picture | null {
  const known = name === null ? null : readName(name)
  if (!known) return null
  const { width, height, clear } = known
  return { path: `/assets/pictures/${projectId}/${name}`, width, height, clear }
}

/** How large a picture is shown in its place: it keeps its proportion and is never blown up. */
export function shownIn(place: Box, { width, height }: Box): Box {
  const scale = Math.min(1, place.width / width, place.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
