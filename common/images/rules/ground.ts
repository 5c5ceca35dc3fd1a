/** From here on, of 255, ink is too light to be read on a white ground. */
const LIGHT = 200
/** Less than this part of a picture may be see-through before it counts as having no ground of its own. */
const SEEPAGE = 0.01

/**
 * What ground a picture lacks: `dark` for light ink without a ground, such as a white logo made for a
 * dark site, which would vanish on our pages; null where it can be seen as it is. `pixels`: RGBA, a byte each.
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
  if (ink === 0 || ink > all * (1 - SEEPAGE)) return null
  return light / ink >= LIGHT ? 'dark' : null
}

/** Whether every pixel of `pixels` (RGBA) covers what is behind it. */
export function isOpaque(pixels: Uint8Array): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}
