import { lighter, type Rgb, toLinear } from './oklch.ts'

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
  /** Links and what is chosen: the colour itself where it can be read, else a darker or lighter shade of it. */
  link: string
  /** A breath of it in the ground of the page, and a little more where something is chosen. */
  tint: string
  press: string
}

/** A scheme of views/assets/page/tokens.css: its surface, the ground of the page, the text on both. */
interface Scheme {
  surface: Rgb
  ground: Rgb
  ink: Rgb
  /** How much of the colour the ground takes, and what is chosen. */
  tint: number
  press: number
}

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const LIGHT: Scheme = { surface: WHITE, ground: WHITE, ink: [0x16, 0x18, 0x1d], tint: 0.05, press: 0.08 }
const DARK: Scheme = {
  surface: [0x19, 0x1c, 0x21],
  ground: [0x10, 0x12, 0x14],
  ink: [0xf2, 0xf3, 0xf5],
  tint: 0.08,
  press: 0.1,
}

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
  const { surface, ground, ink } = scheme
  const [tint, press] = [mix(ground, own, scheme.tint), mix(surface, own, scheme.press)]
  // What can be read where it is hardest to can be read everywhere.
  const hardest = [tint, press, surface].sort((one, other) => luminance(one) - luminance(other))
  const worst = scheme === LIGHT ? hardest[0]! : hardest[2]!
  // On a dark page a deep colour would be lost: it is raised until its button stands out.
  const raised = scheme === DARK ? readable(own, surface, SHAPE) : own
  const button = lost(own, surface) ? ink : raised
  return {
    button: hex(button),
    onButton: hex(ratio(button, WHITE) >= TEXT ? WHITE : BLACK),
    edge: hex(readable(button, worst, SHAPE)),
    link: hex(readable(own, worst, TEXT)),
    tint: hex(tint),
    press: hex(press),
  }
}

/** A white button on white, or a black one on black, looks switched off; a pale yellow one, edged, does not. */
function lost(color: Rgb, ground: Rgb): boolean {
  return ratio(color, ground) < 1.5 && Math.max(...color) - Math.min(...color) < 32
}

/** `color`, moved away from the ground only as far as it must be. */
function readable(color: Rgb, ground: Rgb, least: number): Rgb {
  const isLight = luminance(ground) > 0.5
  for (let part = 0; part < 1; part += 0.02) {
    const shade = isLight ? mix(color, BLACK, part) : lighter(color, part)
    if (ratio(shade, ground) >= least) return shade
  }
  return isLight ? BLACK : WHITE
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
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)
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
