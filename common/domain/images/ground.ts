/** From this brightness (of 255) on, ink cannot be read on a white background. */
const LIGHT = 200
/** A picture counts as opaque if less than this part of it is transparent. */
const MAX_TRANSPARENT_PART = 0.01

/**
 * Returns `dark` if the picture needs a dark background: light ink on a transparent background, such as a white logo
 * for a dark site, would be invisible on our pages. Otherwise null. `pixels` is RGBA, one byte per channel.
 */
export function groundFor(pixels: Uint8Array): 'dark' | null {
  let ink = 0
  let light = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3]! / 255
    ink += alpha
    light += alpha * (0.2126 * pixels[at]! + 0.7152 * pixels[at + 1]! + 0.0722 * pixels[at + 2]!)
  }
  const all = pixels.length / 4
  if (ink === 0 || ink > all * (1 - MAX_TRANSPARENT_PART)) return null
  return light / ink >= LIGHT ? 'dark' : null
}

/** Returns whether every pixel of `pixels` (RGBA) is opaque. */
export function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}
