import { colorOf, hueOf, lighter, type Rgb, strengthOf, toLinear } from './oklch.ts'

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

/** A scheme of views/assets/page/tokens.css: its surface, the text on it, and what takes a breath of the colour. */
interface Scheme {
  surface: Rgb
  ink: Rgb
  tint: Breath
  press: Breath
}

/** How light it is, how strong it is at least and at most, and at most between orange and lime, which turn to mud in the dark. */
interface Breath {
  lightness: number
  least: number
  most: number
  mostOfYellow: number
}

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
const LIGHT: Scheme = {
  surface: WHITE,
  ink: [0x16, 0x18, 0x1d],
  tint: { lightness: 0.972, least: 0.012, most: 0.02, mostOfYellow: 0.02 },
  press: { lightness: 0.955, least: 0.018, most: 0.03, mostOfYellow: 0.035 },
}
const DARK: Scheme = {
  surface: [0x19, 0x1c, 0x21],
  ink: [0xf2, 0xf3, 0xf5],
  tint: { lightness: 0.19, least: 0.012, most: 0.022, mostOfYellow: 0.008 },
  press: { lightness: 0.27, least: 0.018, most: 0.03, mostOfYellow: 0.012 },
}

/** A colour so weak is a grey, and its hue chance: its ground is our own grey, as cool as our ink. A plain one looks switched off. */
const GREY = 0.03
const COOL = { hue: 262, strength: 0.006 }

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
  const { surface, ink } = scheme
  const [tint, press] = [breathOf(own, scheme.tint), breathOf(own, scheme.press)]
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

/** By hue and strength, not by mixing: a little of a deep colour would be mostly its darkness, and every shop's ground grey. */
function breathOf(own: Rgb, { lightness, least, most, mostOfYellow }: Breath): Rgb {
  const [strength, hue] = [strengthOf(own), hueOf(own)]
  if (strength < GREY) return colorOf(lightness, COOL.strength, COOL.hue)
  const limit = hue > 60 && hue < 130 ? mostOfYellow : most
  return colorOf(lightness, Math.min(limit, Math.max(least, strength / 8)), hue)
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
