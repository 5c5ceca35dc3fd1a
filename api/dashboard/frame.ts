import type { Role } from '../../common/domain/members/role.ts'
import type { Locale } from '../../common/kit/languages.ts'
import type { Project } from '../../common/services/projects/project.ts'
import { initialOf } from '../../common/services/text/names.ts'
import { type Params, translate } from '../../common/services/text/translate.ts'
import { pageFrame, type PageSettings, type Shop, shopOf } from '../pages/frame.ts'
import type { SheetName } from '../pages/sheets.ts'
import type { Addresses, Mode } from './addresses.ts'
import type { Done } from './done.ts'
import { DISCARD, type KeptPress } from './kept-press.ts'
import { sectionOf, sectionsFor } from './nav.ts'

/** Our name in the footer, where pages of a merchant say who made the checkout. */
const OUR_NAME = 'Tolbor'
/** Our name in the place of a merchant's. */
const OUR_SIGN: Pick<Shop, 'name' | 'initial' | 'logo' | 'help'> = {
  ...{ name: OUR_NAME, initial: initialOf(OUR_NAME), logo: null, help: false },
}

/** Style sheets of every page of the dashboard. */
const SHEETS: SheetName[] = ['rest.css', 'portal.css', 'dashboard.css']

/** The script of every page behind the sign-in, with the library. It answers a press in place. */
const PRESS_SCRIPT = 'press.js'

/** The input of every page behind the sign-in. */
export interface AccountInput {
  locale: Locale
  formToken: string
  addresses: Addresses
  email: string
  /** The shop from which the member came to a page of their own account. */
  from?: CameFrom | null
  /** A form of this page that was sent without an open session. The page shows it again. */
  kept?: KeptPress | null
}

/** A shop and mode in which a member has a role. */
export interface CameFrom {
  project: Project
  isTest: boolean
  role: Role
}

/** The input of every page of a project. */
export interface ProjectInput extends AccountInput {
  project: Project
  isTest: boolean
  role: Role
  /** The result of the form before this page. */
  done?: Done | null
}

type Own = Pick<PageSettings, 'title' | 'state'> & Partial<PageSettings>

interface ProjectOwn extends Own {
  /** Whether the page stays current while it is open, and its filters and links between its parts change it in place. */
  isLive?: boolean
  /** The parameters of the sentence that states the result of the form before this page. */
  about?: Params
}

/** Returns the frame of a page with one narrow column, before the sign-in without a merchant. */
export function bareFrame(
  { locale }: Pick<AccountInput, 'locale'>,
  own: Own,
  project: Project | null = null,
) {
  return {
    page: pageFrame({ lang: locale, alone: true, sheets: SHEETS, ...own }, project),
    shop: project ? { ...shopOf(project), help: false, terms: null } : OUR_SIGN,
    ours: OUR_NAME,
  }
}

/** Returns the frame of a page of the member's own account: the frame of the shop from which they came, if any. */
export function accountFrame(input: AccountInput, own: Own) {
  const { locale, addresses, formToken, from } = input
  if (from) {
    return projectFrame({ ...input, ...from }, null, { keep: queryOfShop(from), ...own })
  }
  const t = translate(locale)
  const scripts = [PRESS_SCRIPT, ...(own.scripts ?? [])]
  return {
    page: pageFrame({ lang: locale, wide: true, hasPages: true, sheets: SHEETS, ...own, scripts }, null),
    shop: OUR_SIGN,
    ours: OUR_NAME,
    form: { token: formToken },
    nav: [
      { href: addresses.start(), label: t('dashboard.nav.shops'), current: own.state === 'dashboard_shops' },
    ],
    modes: [],
    account: accountOf(input, own.state, {}),
    kept: keptNotice(input),
  }
}

/**
 * Returns the frame of a page of a project. `path` is below `/dashboard/:project/:mode`, null for a page that is in none of the
 * sections. The links between the modes lead to the page's section, because an object exists in one mode only.
 */
export function projectFrame(
  input: ProjectInput,
  path: string | null,
  { isLive = false, about = {}, ...own }: ProjectOwn,
) {
  const { locale, project, isTest, role, formToken, addresses, done = null } = input
  const t = translate(locale)
  const mode: Mode = isTest ? 'test' : 'live'
  const section = path === null ? null : sectionOf(path)
  const title = t('dashboard.page_title', { page: own.title, shop: project.name })
  const scripts = [
    ...[PRESS_SCRIPT, ...(isLive ? ['live.js'] : [])],
    ...['keys.js', 'way-back.js', ...(own.scripts ?? [])],
  ]
  return {
    page: pageFrame(
      { lang: locale, wide: true, hasPages: true, sheets: SHEETS, isTest, ...own, title, scripts },
      project,
    ),
    isLive,
    // The reader is the merchant, so the footer needs no contact details.
    shop: { ...shopOf(project), help: false, terms: null },
    ours: OUR_NAME,
    form: { token: formToken },
    nav: sectionsFor(role).map((one) => ({
      href: addresses.inProject(project.id, mode, one.path),
      label: t(one.label),
      key: one.key,
      current: one === section,
      begins: one.begins === true,
    })),
    keys: { search: addresses.inProject(project.id, mode, '/payments') },
    modes: (['live', 'test'] as const).map((one) => ({
      href: addresses.inProject(project.id, one, section?.path ?? ''),
      label: t(`dashboard.mode.${one}`),
      isTest: one === 'test',
      current: one === mode,
    })),
    account: accountOf(input, own.state, queryOfShop(input)),
    done: done && t(`dashboard.done.${done}`, about),
    kept: keptNotice(input),
  }
}

/** Returns the notice above a form that arrived after its session had ended; null without one. */
function keptNotice({ kept, locale }: AccountInput) {
  const t = translate(locale)
  return (
    kept && {
      text: t('dashboard.kept.text'),
      discard: DISCARD,
      nextSteps: [t('dashboard.kept.next'), ...(kept.isPartial ? [t('dashboard.kept.partial')] : [])],
    }
  )
}

function accountOf({ email, addresses }: AccountInput, state: string, shop: Record<string, string>) {
  return {
    email,
    sessions: addresses.sessions(shop),
    passkeys: addresses.passkeys(shop),
    atSessions: state === 'dashboard_sessions',
    atPasskeys: state === 'dashboard_passkeys',
  }
}

/** Returns the part of the query by which a page of the member's own account knows from which shop they came. */
export function queryOfShop({
  project,
  isTest,
}: Pick<CameFrom, 'project' | 'isTest'>): Record<string, string> {
  return { shop: String(project.id), mode: isTest ? 'test' : 'live' }
}

/** Returns the time zone of a page of the member's own account. Members may have shops in several ones. */
export function zoneOf({ from }: AccountInput): string {
  return from?.project.timezone ?? 'UTC'
}
