import { type Box, isWordMark, LOGO_BOX, type Picture, shownIn } from '../../common/domain/images/picture.ts'
import type { Locale } from '../../common/kit/languages.ts'
import type { Project } from '../../common/services/projects/project.ts'
import { initialOf, shortName } from '../../common/services/text/names.ts'
import type { PageContext } from './render.ts'
import type { SheetName } from './sheets.ts'

/** The settings of a page's frame, in addition to its content. */
export interface PageSettings {
  lang: Locale
  title: string
  /** The name of the state that is shown, for scripts and tests. */
  state: string
  isTest?: boolean
  /** Seconds between a script's checks for a new state; 0 for none. */
  poll?: number
  /** The address that the page continues to by itself. */
  goTo?: string | null
  /** Seconds before it continues there, if the customer should read the page first. */
  goAfter?: number
  /** The part of the query that stays when the language is changed, such as `{ receipt: '1' }`. */
  keep?: Record<string, string>
  /** One wide column, for lists. */
  wide?: boolean
  /** Whether the page's header and list of pages are outside of its main part, as in the dashboard. */
  hasPages?: boolean
  /** One narrow column: no order or plan is shown next to the content. */
  alone?: boolean
  /** Style sheets in addition to the one of every page. */
  sheets?: SheetName[]
  /** Scripts in addition to the one of every page, such as `order.js`. */
  scripts?: string[]
}

export interface PageFrame extends PageContext, Required<Omit<PageSettings, 'goTo' | 'alone' | 'keep'>> {
  goTo: string | null
  /** The beginning of the query of a link to another language, such as `receipt=1&`. */
  keep: string
  /** Two columns on wide screens: the order, and the next step. */
  columns: boolean
  /** Null if the page belongs to no merchant. */
  brand: Brand | null
}

/** The values of a merchant on which the <head> of their pages depends. */
export interface Brand {
  color: string | null
  /** The initial of the name, for the icon of the browser tab; '' if it is neither a letter nor a digit. */
  letter: string
}

/** Returns the frame of a page, which is the same for every page of a merchant. */
export function pageFrame(
  { alone = false, keep, ...settings }: PageSettings,
  project: Project | null,
): PageFrame {
  return {
    isTest: false,
    poll: 0,
    scripts: [],
    wide: false,
    hasPages: false,
    sheets: ['rest.css'],
    goTo: null,
    goAfter: 0,
    ...settings,
    keep: keep ? prefixOf(keep) : '',
    columns: project !== null && !alone,
    brand: project && brandOf(project),
  }
}

function prefixOf(query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString()
  return text && `${text}&`
}

const brandOf = oncePer((project: Project): Brand => {
  const initial = initialOf(project.name)
  return { color: project.color, letter: /^[\p{L}\p{N}]/u.test(initial) ? initial : '' }
})

/** The merchant's name, logo and contact details. */
export interface Shop {
  name: string
  /** The name for sentences and buttons: a very long one is cut. */
  short: string
  initial: string
  /** A `wide` logo contains the name. */
  logo: (PictureView & { wide: boolean }) | null
  legalName: string
  registrationNumber: string | null
  address: string | null
  email: string | null
  phone: string | null
  dial: string
  /** Whether there is an email address or a phone number. */
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

/** A picture with its size, so that the page does not shift when it loads. */
export interface PictureView extends Box {
  src: string
  clear: boolean
}

/** Returns our own copy of a picture. Pages load nothing from other hosts. */
export function pictureView(picture: Picture | null | undefined, place: Box): PictureView | null {
  return picture ? { src: picture.path, clear: picture.clear, ...shownIn(place, picture) } : null
}

/** Caches the result of `make` per object, for results that depend only on an object that never changes. */
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
