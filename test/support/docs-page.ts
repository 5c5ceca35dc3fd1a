import request from 'supertest'
import { openApi } from '../../api/openapi/document.ts'
import { app } from './ask.ts'

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#x3D;': '=',
  '&#x60;': '`',
}

/** Returns the text of a piece of HTML, as a reader would copy it. */
function textOf(html: string): string {
  return html.replace(/<[^>]+>/g, '').replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)
}

/** Returns the pages of the reference that links lead to from `/docs`, by address. */
export async function referencePages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/docs']
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { text, status } = await request(app).get(path)
    if (status !== 200) throw new Error(`The linked page ${path} returns ${status}`)
    pages.set(path, text)
    for (const [, next = ''] of text.matchAll(/href="(\/docs[^"#]*)/g))
      if (!pages.has(next) && !waiting.includes(next)) waiting.push(next)
  }
  return pages
}

/** Returns all pages of the reference as one text. */
export async function wholeReference(): Promise<string> {
  return [...(await referencePages()).values()].join('\n')
}

/**
 * Returns the code that the reference shows in a language: the samples of all calls, in their order, and the code
 * that checks a delivery's signature.
 */
export async function shownIn(language: string): Promise<{ samples: string[]; check: string }> {
  const text = await wholeReference()
  const shown = new RegExp(
    `class="sample [^"]*in-${language}\\b[^"]*">[\\s\\S]*?<pre><code>([\\s\\S]*?)</code>`,
    'g',
  )
  const all = Array.from(text.matchAll(shown), ([, code = '']) => textOf(code))
  const calls = Object.values(openApi().paths).flatMap((methods) => Object.values(methods))
  if (all.length !== calls.length + 1)
    throw new Error(`Expected ${calls.length + 1} samples in ${language}, found ${all.length}`)
  return { samples: all.slice(0, -1), check: all.at(-1)! }
}
