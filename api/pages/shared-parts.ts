import { constants, crc32, deflateRawSync } from 'node:zlib'
import { type Accent, accentOf, type Shades } from '../../common/kit/accent.ts'
import { languageOf, type Locale, LOCALES } from '../../common/kit/languages.ts'
import { sha256 } from '../../common/kit/secrets.ts'
import type { Brand, PageFrame, Shop } from './frame.ts'
import { render } from './render.ts'
import type { SheetName } from './sheets.ts'

/** A part that many pages share, in both forms. */
export interface SharedPart {
  bytes: Buffer
  /** Ends at a byte boundary, so that more can be appended (`Z_FULL_FLUSH` in zlib's manual). */
  deflated: Buffer
  /** The CRC-32 of `bytes`. */
  checksum: number
}

/** The parts of a page that many pages share: its start with the style sheets, the rest of its <head>, and its foot. */
export interface SharedParts {
  start: SharedPart
  /** `styleSource` allows its style in the content security policy (CSP level 3, section 2.3.1). */
  head: SharedPart & { styleSource: string }
  foot: SharedPart
}

/** The values of a view that its shared parts show. */
export interface SharedView {
  page: PageFrame
  shop?: Partial<Shop> | null
  /** Our name, for pages that are ours and not a merchant's. */
  ours?: string
}

/** Returns the shared parts of a page. Each is rendered and compressed once and stored, except a foot with a query. */
export function sharedParts({ page, shop, ours }: SharedView): SharedParts {
  const { lang, sheets, scripts, brand, keep } = page
  const { help, email, phone, dial, terms } = shop ?? {}
  return {
    start: startOf({ lang, sheets }),
    head: headOf({ scripts, brand }),
    foot: footOf({ lang, locales: LOCALES, keep, ours, shop: { help, email, phone, dial, terms } }),
  }
}

const startOf = oncePerValue(({ lang, sheets }: { lang: Locale; sheets: SheetName[] }) =>
  sharedPart(render('layouts/start', { lang, dir: languageOf(lang).dir, sheets }, lang)),
)

const headOf = oncePerValue(({ scripts, brand }: { scripts: string[]; brand: Brand | null }) => {
  const accent = accentOf(brand?.color ?? null)
  const colors = colorSheet(accent)
  const icon = brand ? iconOf(brand, accent.light) : 'data:,'
  return {
    ...sharedPart(render('layouts/head', { icon, accent, colors, scripts })),
    styleSource: `'sha256-${sha256(colors).toString('base64')}'`,
  }
})

interface Foot {
  lang: Locale
  /** The languages of the service. */
  locales: readonly Locale[]
  keep: string
  ours: string | undefined
  shop: { [Name in 'help' | 'email' | 'phone' | 'dial' | 'terms']: Shop[Name] | undefined }
}

const storedFootOf = oncePerValue(makeFoot)

/** A foot with a query is not stored, since the query can be any text. */
function footOf(values: Foot): SharedPart {
  return values.keep === '' ? storedFootOf(values) : makeFoot(values)
}

function makeFoot({ lang, locales, ...values }: Foot): SharedPart {
  return sharedPart(render('layouts/foot', { ...values, languages: languagesIn(lang, locales) }, lang))
}

/** Returns the languages of a page in `lang`, for its links to the others. */
export function languagesIn(
  lang: Locale,
  locales: readonly Locale[] = LOCALES,
): { code: Locale; name: string; current: boolean }[] {
  return locales.map((code) => ({ code, name: languageOf(code).name, current: code === lang }))
}

/** Returns the style sheet with a merchant's colours in both colour schemes. */
function colorSheet({ light, dark }: Accent): string {
  const inTheDark = `@media screen and (prefers-color-scheme:dark){:root{${colorsOf(dark)}}}`
  return `:root{${colorsOf(light)}}${inTheDark}`
}

/** Returns the custom properties for one colour scheme. */
export function colorsOf({ button, onButton, edge, link, tint, press }: Shades): string {
  return `--button:${button};--on-button:${onButton};--button-edge:${edge};--link:${link};--tint:${tint};--press:${press}`
}

/** Returns the icon of the browser tab as a data URL: the merchant's initial on their colour. */
function iconOf({ letter }: Brand, { button, onButton }: Shades): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${button}"/>` +
    `<text x="16" y="22" font-family="sans-serif" font-size="18" text-anchor="middle" fill="${onButton}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const KIB = 1_024

/** Returns a part in both forms. */
export function sharedPart(html: string): SharedPart {
  const bytes = Buffer.from(html)
  // A stored result keeps its whole chunk in memory.
  const deflated = deflateRawSync(bytes, { level: 9, chunkSize: KIB, finishFlush: constants.Z_FULL_FLUSH })
  return { bytes, deflated, checksum: crc32(bytes) }
}

/** The most stored parts of one kind. If there are more, all are made again. */
const MOST = 1_000

/**
 * Stores each result of `make` under the values that it is made from. `make` sees no other value, so a page cannot get the
 * part of another merchant.
 */
function oncePerValue<Values extends object, Part>(make: (values: Values) => Part): (values: Values) => Part {
  const stored = new Map<string, Part>()
  return (values) => {
    const key = JSON.stringify(values)
    const known = stored.get(key)
    if (known) return known
    const part = make(values)
    if (stored.size >= MOST) stored.clear()
    stored.set(key, part)
    return part
  }
}
