import { colorOf, hueOf, lighter, type Rgb, strengthOf, toLinear } from './oklch.ts'

/** Shades of a merchant's colour with enough contrast, whatever the colour is. */
export interface Accent {
  light: Shades
  dark: Shades
}

export interface Shades {
  /** The button's background, its text, and its border. */
  button: string
  onButton: string
  edge: string
  /** Links and the selected option. The colour itself if it is readable, otherwise a darker or lighter shade. */
  link: string
  /** A faint tint for the page's background, and a stronger one for the selected option. */
  tint: string
  press: string
}

/** A scheme of views/assets/page/tokens.css: its surface, the text on it, and its two tints. */
interface Scheme {
  surface: Rgb
  ink: Rgb
  tint: Tint
  press: Tint
}

/**
 * The lightness of a tint, and the limits of its strength. `mostOfYellow` limits hues from orange to lime, which look
 * muddy in the dark.
 */
interface Tint {
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

/**
 * A colour weaker than this counts as grey, and its hue is random. Its background is our own cool grey, because a
 * plain grey looks disabled.
 */
const GREY = 0.03
const COOL = { hue: 262, strength: 0.006 }

/** The default colour. */
const OWN: Rgb = [0x1f, 0x5f, 0xd0]

/** WCAG's minimum contrast for text, and for the border of a control. */
const TEXT = 4.5
const SHAPE = 3

export function accentOf(color: string | null): Accent {
  const own = (color && parse(color)) || OWN
  return { light: shadesOf(own, LIGHT), dark: shadesOf(own, DARK) }
}

function shadesOf(own: Rgb, scheme: Scheme): Shades {
  const { surface, ink } = scheme
  const [tint, press] = [tintOf(own, scheme.tint), tintOf(own, scheme.press)]
  // A colour that is readable on the worst background is readable on all of them.
  const hardest = [tint, press, surface].sort((one, other) => luminance(one) - luminance(other))
  const worst = scheme === LIGHT ? hardest[0]! : hardest[2]!
  // A dark colour is invisible on a dark page, so it is lightened until its button is visible.
  const raised = scheme === DARK ? readable(own, surface, SHAPE) : own
  const button = disappears(own, surface) ? ink : raised
  return {
    button: hex(button),
    onButton: hex(ratio(button, WHITE) >= TEXT ? WHITE : BLACK),
    edge: hex(readable(button, worst, SHAPE)),
    link: hex(readable(own, worst, TEXT)),
    tint: hex(tint),
    press: hex(press),
  }
}

/**
 * Returns a tint with the colour's hue and a low strength. Mixing would make every background grey, because a dark
 * colour adds mostly darkness.
 */
function tintOf(own: Rgb, { lightness, least, most, mostOfYellow }: Tint): Rgb {
  const [strength, hue] = [strengthOf(own), hueOf(own)]
  if (strength < GREY) return colorOf(lightness, COOL.strength, COOL.hue)
  const limit = hue > 60 && hue < 130 ? mostOfYellow : most
  return colorOf(lightness, Math.min(limit, Math.max(least, strength / 8)), hue)
}

/**
 * Returns whether a button disappears: white on white, or black on black. A pale yellow one with a border does not.
 */
function disappears(color: Rgb, ground: Rgb): boolean {
  return ratio(color, ground) < 1.5 && Math.max(...color) - Math.min(...color) < 32
}

/** Returns `color`, moved away from the background only as far as necessary. */
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

/** Returns WCAG 2's contrast between two colours `#rrggbb`: 1 to 21. */
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

/** Parses `#rgb` and `#rrggbb`. Returns null for anything else, so that nothing else reaches a style sheet. */
function parse(text: string): Rgb | null {
  if (!/^#([\da-f]{3}|[\da-f]{6})$/i.test(text)) return null
  const digits = text.length === 4 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1)
  const channel = (at: number) => parseInt(digits.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
