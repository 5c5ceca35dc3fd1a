import { type Box, type Picture, shownIn, SIGN } from '../../common/images/rules/picture.ts'
import { type Accent, accentOf } from '../../common/kit/accent.ts'
import type { Locale } from '../../common/kit/format.ts'
import type { Project } from '../../common/projects/project.ts'
import { shortName } from '../../common/text/short-name.ts'
import type { PageContext } from './render.ts'

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
  /** What of the address stays when the language is changed, such as `receipt=1&`. */
  keep?: string
  /** One wide column, for what is more than one thing to pay. */
  wide?: boolean
  /** Scripts beside the one that every page has, such as `order.js`. */
  scripts?: string[]
}

export interface PageFrame extends PageContext, Required<Omit<PageSelf, 'goTo'>> {
  goTo: string | null
  accent: Accent
  languages: { code: Locale; name: string; current: boolean }[]
}

export function pageFrame(self: PageSelf, project: Project | null): PageFrame {
  return {
    isTest: false,
    poll: 0,
    keep: '',
    scripts: [],
    wide: false,
    goTo: null,
    ...self,
    accent: accentOf(project?.color ?? null),
    languages: [
      { code: 'en', name: 'English', current: self.lang === 'en' },
      { code: 'mn', name: 'Монгол', current: self.lang === 'mn' },
    ],
  }
}

/** The merchant as a shop's sign shows it, and how to reach it. */
export interface Shop {
  name: string
  /** The name as it stands inside sentences and on buttons, where a very long one would bury the rest. */
  short: string
  initial: string
  logo: PictureView | null
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

export function shopOf(project: Project): Shop {
  return {
    name: project.name,
    short: shortName(project),
    initial: initialOf(project.name),
    logo: pictureView(project.logo, SIGN),
    legalName: project.legalName ?? project.name,
    registrationNumber: project.registrationNumber,
    address: project.address,
    email: project.email,
    phone: project.supportPhone,
    dial: (project.supportPhone ?? '').replace(/[^\d+*#]/g, ''),
    help: Boolean(project.email ?? project.supportPhone),
    terms: project.termsUrl,
  }
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

/** The first letter or digit a reader would name, even where one is made of several code points. */
function initialOf(name: string): string {
  const signs = Array.from(new Intl.Segmenter().segment(name), (part) => part.segment)
  return (signs.find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? '').toUpperCase()
}
