/** A merchant's one colour, made safe: whatever it is, everything that is written in it or on it can be read. */
export interface Accent {
  /** The button's ground and the text on it. */
  button: string
  onButton: string
  /** Links, chosen tiles: the colour itself where it can be read, else a darker or lighter shade of it. */
  light: { link: string; edge: string }
  dark: { link: string; edge: string }
}

type Rgb = readonly [red: number, green: number, blue: number]

const OWN = '#1f5fd0'
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** The grounds of the style sheet on which links stand; the less favourable of the two in each scheme. */
const LIGHT_GROUND = '#f4f5f7'
const DARK_GROUND = '#1d2026'

/** WCAG's minimum for text, and for the edge of a control. */
const TEXT = 4.5
const SHAPE = 3

export function accentOf(color: string | null): Accent {
  const own = parse(color ?? OWN) ?? (parse(OWN) as Rgb)
  return {
    button: hex(own),
    onButton: ratio(own, WHITE) >= TEXT ? '#ffffff' : '#000000',
    light: shades(own, parse(LIGHT_GROUND) as Rgb, BLACK),
    dark: shades(own, parse(DARK_GROUND) as Rgb, WHITE),
  }
}

function shades(own: Rgb, ground: Rgb, towards: Rgb): Accent['light'] {
  return { link: hex(readable(own, ground, towards, TEXT)), edge: hex(readable(own, ground, towards, SHAPE)) }
}

/** `color`, moved towards black or white only as far as it must be. */
function readable(color: Rgb, ground: Rgb, towards: Rgb, least: number): Rgb {
  for (let part = 0; part < 1; part += 0.02) {
    const shade = color.map((channel, i) => Math.round(channel + ((towards[i] as number) - channel) * part))
    if (ratio(shade as unknown as Rgb, ground) >= least) return shade as unknown as Rgb
  }
  return towards
}

/** WCAG 2's contrast between two colours `#rrggbb`, 1…21. */
export function contrast(one: string, other: string): number {
  return ratio(parse(one) ?? BLACK, parse(other) ?? BLACK)
}

function ratio(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Reads `#rgb` and `#rrggbb`; nothing else ever reaches a style sheet. */
function parse(text: string): Rgb | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text)
  const parts = short
    ? short.slice(1).map((digit) => digit + digit)
    : /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text)?.slice(1)
  return parts ? (parts.map((part) => parseInt(part, 16)) as unknown as Rgb) : null
}

function hex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
