import { readGoal } from '../../common/domain/members/sign-in.ts'
import type { Locale } from '../../common/kit/languages.ts'

/** The mode in an address, so that tabs do not interfere and links can be shared. */
export type Mode = 'live' | 'test'

/** Returns addresses of the dashboard, with the language that was chosen on the page. */
export class Addresses {
  readonly #lang: Locale | undefined

  constructor(lang: Locale | undefined) {
    this.#lang = lang
  }

  /** The language that was chosen on the page, for forms whose query replaces the one of the address. */
  get lang(): Locale | undefined {
    return this.#lang
  }

  /** The first page: the only shop, or a choice of shops. */
  start(): string {
    return this.page('/dashboard')
  }

  signIn(): string {
    return this.page('/dashboard/sign-in')
  }

  code(): string {
    return this.page('/dashboard/sign-in/code')
  }

  /** The member's sessions, in the frame of the shop from which they come, see `queryOfShop`. */
  sessions(query: Record<string, string> = {}): string {
    return this.page('/dashboard/sessions', query)
  }

  /** The member's passkeys. `add`: with the form that creates one. `offer`: after the first sign-in, with a way on. */
  passkeys(query: Record<string, string> = {}): string {
    return this.page('/dashboard/passkeys', query)
  }

  home(projectId: number, mode: Mode): string {
    return this.inProject(projectId, mode, '')
  }

  /** A page of a project, by its path below the project and mode. */
  inProject(projectId: number, mode: Mode, path: string, query: Record<string, string> = {}): string {
    return this.page(`/dashboard/${projectId}/${mode}${path}`, query)
  }

  /** The payments that wait for a decision. `decided`: the payments for which the button was pressed. */
  waiting(
    projectId: number,
    mode: Mode,
    {
      after,
      ...ids
    }: { after?: number } & Partial<Record<'decided' | 'failed' | 'in_progress', readonly number[]>> = {},
  ): string {
    const lists = Object.entries(ids).filter(([, list]) => list.length > 0)
    return this.inProject(projectId, mode, '/payments/waiting', {
      ...(after !== undefined && { after: String(after) }),
      ...Object.fromEntries(lists.map(([name, list]) => [name, list.join('.')])),
    })
  }

  /** A path of the dashboard, which may have a query already. */
  page(path: string, query: Record<string, string> = {}): string {
    const [plain = '', own = ''] = path.split('?')
    const search = new URLSearchParams(own)
    for (const [name, value] of Object.entries(query)) search.set(name, value)
    if (this.#lang) search.set('lang', this.#lang)
    return search.size > 0 ? `${plain}?${search.toString()}` : plain
  }

  /** The sign-in page, which leads back to `address` with its query afterwards. */
  signInFor(address: string | null): string {
    const next = readGoal(address ?? undefined)
    return this.page('/dashboard/sign-in', next === null || next === '/dashboard' ? {} : { next })
  }
}
