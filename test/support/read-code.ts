import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import { screenshot } from './screenshot.ts'

/**
 * Returns the text of the QR code in a part of the screen, as a camera would read it. `reader` is a page without a
 * content security policy, which may load pictures.
 */
export async function readCode(reader: Page, part: Locator): Promise<string | undefined> {
  const picture = (await screenshot(part)).toString('base64')
  const { data, width, height } = await reader.evaluate<{ data: string; width: number; height: number }>(
    `new Promise((done) => {
      const image = new Image()
      image.onload = () => {
        const { width, height } = image
        const canvas = new OffscreenCanvas(width, height).getContext('2d')
        canvas.drawImage(image, 0, 0)
        const bytes = canvas.getImageData(0, 0, width, height).data
        done({ data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), width, height })
      }
      image.src = 'data:image/png;base64,${picture}'
    })`,
  )
  return jsQR.default(new Uint8ClampedArray(Buffer.from(data, 'base64')), width, height)?.data
}
