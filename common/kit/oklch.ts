/** The three components of a colour; for a screen, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

/**
 * Returns `color` lightened by `step` (0 to 1) as perceived, with the same hue and strength if the screen can show
 * them. Mixing with white would turn a dark green grey. (Björn Ottosson's OKLab, bottosson.github.io/posts/oklab.)
 */
export function lighter(color: Rgb, step: number): Rgb {
  const [lightness, a, b] = toLab(color)
  return shown([Math.min(1, lightness + step), a, b])
}

/** Returns the strength (chroma) of a colour: 0 for greys, about 0.3 for the strongest on a screen. */
export function strengthOf(color: Rgb): number {
  const [, a, b] = toLab(color)
  return Math.hypot(a, b)
}

/** Returns the hue of a colour in degrees: red 29, yellow 110, green 142, blue 264. */
export function hueOf(color: Rgb): number {
  const [, a, b] = toLab(color)
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

/** Returns the colour with this lightness (0 to 1), strength and hue, or the strongest that a screen can show. */
export function colorOf(lightness: number, strength: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180
  return shown([lightness, strength * Math.cos(angle), strength * Math.sin(angle)])
}

/** Returns a colour that a screen can show, weakened if necessary. */
function shown([lightness, a, b]: Rgb): Rgb {
  for (let strength = 1; strength > 0; strength -= 0.05) {
    const shade = fromLab([lightness, a * strength, b * strength])
    if (shade.every((channel) => channel >= -0.5 && channel <= 255.5)) return rounded(shade)
  }
  return rounded(fromLab([lightness, 0, 0]))
}

function rounded([red, green, blue]: Rgb): Rgb {
  const channel = (value: number) => Math.min(255, Math.max(0, Math.round(value)))
  return [channel(red), channel(green), channel(blue)]
}

function toLab(color: Rgb): Rgb {
  const [r, g, b] = color.map(toLinear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Converts a channel to linear light. */
export function toLinear(channel: number): number {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function fromLinear(light: number): number {
  return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)
}
