/** A merchant's one colour, made safe: whatever it is, all that is written in it or on it can be read. */
export interface Accent {
  light: Shades
  dark: Shades
}

export interface Shades {
  /** The button's ground, the text on it, and its edge. */
  button: string
  onButton: string
  edge: string
  /** Links and chosen tiles: the colour itself where it can be read, else a darker or lighter shade of it. */
  link: string
}

type Rgb = readonly [red: number, green: number, blue: number]

/** A scheme of the style sheet: the ground on which links are hardest to read, and the text on it. */
interface Scheme {
  ground: Rgb
  ink: Rgb
}

const LIGHT: Scheme = { ground: [0xf4, 0xf5, 0xf7], ink: [0x14, 0x17, 0x1c] }
const DARK: Scheme = { ground: [0x1d, 0x20, 0x26], ink: [0xf2, 0xf3, 0xf5] }
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** Our own colour, for a merchant who has none. */
const OWN: Rgb = [0x1f, 0x5f, 0xd0]

/** WCAG's least contrasts: of text, and of the edge of a control. */
const TEXT = 4.5
const SHAPE = 3

export function accentOf(color: string | null): Accent {
  const own = (color && parse(color)) || OWN
  return { light: shadesOf(own, LIGHT), dark: shadesOf(own, DARK) }
}

function shadesOf(own: Rgb, scheme: Scheme): Shades {
  const button = lost(own, scheme.ground) ? scheme.ink : own
  return {
    button: hex(button),
    onButton: hex(ratio(button, WHITE) >= TEXT ? WHITE : BLACK),
    edge: hex(readable(button, scheme, SHAPE)),
    link: hex(readable(own, scheme, TEXT)),
  }
}

/** A white button on white, or a black one on black, looks switched off; a pale yellow one, edged, does not. */
function lost(color: Rgb, ground: Rgb): boolean {
  return ratio(color, ground) < 1.5 && Math.max(...color) - Math.min(...color) < 32
}

/** `color`, moved away from the ground only as far as it must be. */
function readable(color: Rgb, { ground }: Scheme, least: number): Rgb {
  const towards = luminance(ground) > 0.5 ? BLACK : WHITE
  for (let part = 0; part < 1; part += 0.02) {
    const shade = mix(color, towards, part)
    if (ratio(shade, ground) >= least) return shade
  }
  return towards
}

function mix([red, green, blue]: Rgb, towards: Rgb, part: number): Rgb {
  const between = (from: number, to: number) => Math.round(from + (to - from) * part)
  return [between(red, towards[0]), between(green, towards[1]), between(blue, towards[2])]
}

/** WCAG 2's contrast between two colours `#rrggbb`: 1 to 21. */
export function contrast(one: string, other: string): number {
  return ratio(parse(one) ?? BLACK, parse(other) ?? BLACK)
}

function ratio(one: Rgb, other: Rgb): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Reads `#rgb` and `#rrggbb`; nothing else ever reaches a style sheet. */
function parse(text: string): Rgb | null {
  if (!/^#([\da-f]{3}|[\da-f]{6})$/i.test(text)) return null
  const digits = text.length === 4 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1)
  const channel = (at: number) => parseInt(digits.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
