import { type Box, isWordMark, LOGO_BOX, type Picture, shownIn } from '../../common/domain/images/picture.ts'
import { type Accent, accentOf, type Shades } from '../../common/kit/accent.ts'
import { languageOf, type Locale, LOCALES } from '../../common/kit/languages.ts'
import type { Project } from '../../common/services/projects/project.ts'
import { initialOf, shortName } from '../../common/services/text/names.ts'
import type { PageContext } from './render.ts'
import type { SheetName } from './sheets.ts'

/** What a page says about itself, beside its content. Every page of a merchant has the same frame. */
export interface PageSelf {
  lang: Locale
  nonce: string
  title: string
  /** A word for scripts and tests: which state is shown. */
  state: string
  isTest?: boolean
  /** Seconds after which a script looks again whether the state has changed. */
  poll?: number
  /** The page goes on to this address by itself, at once. */
  goTo?: string | null
  /** Not quite at once: in so many seconds, since there is something to be seen first. */
  goAfter?: number
  /** What of the address stays when the language is changed, such as `receipt=1&`. */
  keep?: string
  /** One wide column, for what is more than one thing to pay. */
  wide?: boolean
  /** It says one thing, and nothing is bought or held that could stand beside it. */
  alone?: boolean
  /** Sheets beside the one that every page has. */
  sheets?: SheetName[]
  /** Scripts beside the one that every page has, such as `order.js`. */
  scripts?: string[]
}

export interface PageFrame extends PageContext, Required<Omit<PageSelf, 'goTo' | 'alone'>> {
  goTo: string | null
  /** Two of them where there is room: what it is about, and what is to be done. */
  columns: boolean
  /** The way in which its language is read. */
  dir: 'ltr' | 'rtl'
  /** What a tab shows, as an address that holds it: the merchant's initial on their colour. */
  icon: string
  accent: Accent
  languages: { code: Locale; name: string; current: boolean }[]
}

export function pageFrame({ alone = false, ...self }: PageSelf, project: Project | null): PageFrame {
  return {
    isTest: false,
    poll: 0,
    keep: '',
    scripts: [],
    wide: false,
    sheets: ['rest.css'],
    goTo: null,
    goAfter: 0,
    ...self,
    columns: project !== null && !alone,
    dir: languageOf(self.lang).dir,
    ...(project ? lookOf(project) : ours),
    languages: LOCALES.map((code) => ({
      code,
      name: languageOf(code).name,
      current: code === self.lang,
    })),
  }
}

type Look = Pick<PageFrame, 'icon' | 'accent'>

/** Of a page that belongs to no merchant. */
const ours: Look = { icon: 'data:,', accent: accentOf(null) }

const lookOf = oncePer((project: Project): Look => {
  const accent = accentOf(project.color)
  return { icon: iconOf(project, accent.light), accent }
})

/** The merchant as a shop's sign shows it, and how to reach it. */
export interface Shop {
  name: string
  /** The name as it stands inside sentences and on buttons, where a very long one would bury the rest. */
  short: string
  initial: string
  /** A `wide` one is a word-mark: it says the name itself. */
  logo: (PictureView & { wide: boolean }) | null
  legalName: string
  registrationNumber: string | null
  address: string | null
  email: string | null
  phone: string | null
  dial: string
  /** Whether there is any way to reach the merchant. */
  help: boolean
  terms: string | null
}

export const shopOf = oncePer((project: Project): Shop => ({
  name: project.name,
  short: shortName(project),
  initial: initialOf(project.name),
  logo: logoOf(project),
  legalName: project.legalName ?? project.name,
  registrationNumber: project.registrationNumber,
  address: project.address,
  email: project.email,
  phone: project.supportPhone,
  dial: (project.supportPhone ?? '').replace(/[^\d+*#]/g, ''),
  help: Boolean(project.email ?? project.supportPhone),
  terms: project.termsUrl,
}))

function logoOf({ logo }: Project): Shop['logo'] {
  const view = pictureView(logo, LOGO_BOX)
  return view && { ...view, wide: isWordMark(view) }
}

function iconOf(project: Project, { button, onButton }: Shades): string {
  const letter = /^[\p{L}\p{N}]/u.test(initialOf(project.name)) ? initialOf(project.name) : ''
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${button}"/>` +
    `<text x="16" y="22" font-family="sans-serif" font-size="18" text-anchor="middle" fill="${onButton}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** A picture in its place: how large is known beforehand, so that nothing moves when it comes. */
export interface PictureView extends Box {
  src: string
  clear: boolean
}

/** Only our own copy of a picture is ever shown: a page asks nobody else for anything. */
export function pictureView(picture: Picture | null | undefined, place: Box): PictureView | null {
  return picture ? { src: picture.path, clear: picture.clear, ...shownIn(place, picture) } : null
}

/** Caches the result of `make` per object. For results that depend only on an object that never changes. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const known = new WeakMap<Key, { made: Made }>()
  return (key) => {
    const found = known.get(key)
    if (found) return found.made
    const made = make(key)
    known.set(key, { made })
    return made
  }
}
