import { type Request, Router } from 'express'
import { may, type Permission } from '../../common/domain/members/role.ts'
import { setCause } from '../../common/runtime/audit.ts'
import { useShareOf } from '../../common/runtime/share.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import type { Project } from '../../common/services/projects/project.ts'
import { idOf, pathAndQuery } from '../context.ts'
import type { Form } from '../pages/form.ts'
import {
  type AnyVisit,
  type Exchange,
  hostedPage,
  operationOf,
  type PressResult,
  type Shown,
  type ViewContext,
} from '../pages/hosted-page.ts'
import { chooseLocale, requestedLocale } from '../pages/locale.ts'
import { answerPages, PageError } from '../pages/respond.ts'
import { isInPlace, isUpdate } from '../pages/send-page.ts'
import { Addresses } from './addresses.ts'
import { deniedView, roleDeniedView } from './denied-view.ts'
import { type Done, noteDone, takeDone } from './done.ts'
import { type AccountInput, type CameFrom, type ProjectInput, queryOfShop } from './frame.ts'
import { DISCARD, findKeptPress, forgetKeptPress, keepPress, typedFields } from './kept-press.ts'
import { isRedrawn } from './kit/picker.ts'
import { type MemberVisit, memberVisitOf } from './member-visit.ts'
import { noteOwnChange } from './own-changes.ts'
import type { ProjectVisit } from './project-visit.ts'
import { asksForProof, proveFirst } from './proof/prove-first.ts'
import { notKeptView, signInAgainView } from './sign-in/request-view.ts'

export type { ProjectVisit } from './project-visit.ts'

/** A page of the signed-in member, which belongs to no project. */
interface AccountPage {
  path: string
  /** Whether its buttons need a proof within the last ten minutes, see `Action`. */
  fresh?: true
  /** The actions that also run from a page of an earlier session of the browser, such as signing out. */
  runFromOldPages?: readonly string[]
  /** Without actions a POST is 404. */
  actions?: Readonly<
    Record<string, (visit: MemberVisit, form: Form, exchange: Exchange) => Promise<PressResult>>
  >
  view: (visit: MemberVisit, context: ViewContext) => Promise<Shown> | Shown
}

/** Creates the routes of a page of the member's own account. */
export function accountPage({ path, fresh, runFromOldPages, actions, view }: AccountPage): Router {
  return signedInPage<MemberVisit>({
    ...{ path, runFromOldPages },
    enter: async (_request, member) => member,
    press:
      actions &&
      (async (visit, form, exchange) => {
        const action = actionIn(actions, form)
        if (fresh && action && mustProveElsewhere(visit, exchange)) return NOTHING_DONE
        const unproved = fresh && action ? await proveFirst(visit, await oldestProjectOf(visit), form) : null
        return unproved ?? (await action?.(visit, form, exchange)) ?? {}
      }),
    view: async (visit, context) => (await asksForProof(visit, context, null)) ?? view(visit, context),
  })
}

/** Returns the input that every page of the member's own account shares. */
export async function accountInputOf(
  visit: MemberVisit,
  { formToken, request }: Pick<ViewContext, 'formToken' | 'request'>,
): Promise<AccountInput> {
  const { session, locale, addresses } = visit
  return {
    locale,
    formToken,
    addresses,
    email: session.member.email,
    from: await cameFrom(visit, request),
    kept: visit.kept,
  }
}

/** Returns the shop from which the member came, by the query of the address; null without one. */
async function cameFrom({ session }: MemberVisit, { query }: Request): Promise<CameFrom | null> {
  const id = typeof query.shop === 'string' ? idOf(query.shop) : null
  const role = id === null ? undefined : session.roles.get(id)
  const project = id === null || role === undefined ? null : await cachedProject(id)
  return project && role ? { project, role, isTest: query.mode === 'test' } : null
}

/** Returns the query that keeps the shop from which the member came. */
export async function keptShop(visit: MemberVisit, { request }: Exchange): Promise<Record<string, string>> {
  const from = await cameFrom(visit, request)
  return from ? queryOfShop(from) : {}
}

/** Returns the project whose name an email to a member bears. A session without a project is not open. */
export async function oldestProjectOf({ session }: MemberVisit): Promise<Project> {
  const [id] = session.roles.keys()
  return (await cachedProject(id!))!
}

interface ProjectPage {
  /** Below `/dashboard/:project/:mode`. */
  path: string
  needs: Permission
  /** Shown only to a member who has proved recently who they are, such as a page with a secret. */
  fresh?: true
  /** Whether its form may hold a file, see `fileOf`. */
  takesFile?: boolean
  /** The fields of its forms that are not kept through a sign-in, such as passwords. */
  secrets?: readonly string[] | undefined
  /** Whether buttons may only draw a form again, with what was typed, such as a search for options (kit/picker.ts). */
  redraws?: true
  actions?: Readonly<Record<string, Action>>
  view: (visit: ProjectVisit, context: ViewContext) => Promise<Shown> | Shown
}

/** Returns the input that every page of a project shares. */
export function inputOf(
  { session, scope, role, locale, addresses, done, kept }: ProjectVisit,
  { formToken }: Pick<ViewContext, 'formToken'>,
): ProjectInput {
  const { email } = session.member
  return {
    locale,
    formToken,
    addresses,
    email,
    role,
    done,
    kept,
    project: scope.project,
    isTest: scope.isTest,
  }
}

/** The result of a button press in the dashboard. */
export interface ActionResult extends PressResult {
  /** The result that the next page states. */
  done?: Done
}

/** The effect of a button, and what it needs. */
export interface Action {
  needs: Permission
  /**
   * Whether the member must have proved in the last ten minutes who they are. If not, a page asks for a code and then runs
   * the action with the same form. Required for tokens, secrets, bank details, refunds and members.
   */
  fresh?: true
  /**
   * Returns the errors of a form that could not be saved, null without any. The member then corrects it before a proof is asked
   * for. The action checks everything again.
   */
  check?: ((visit: ProjectVisit, form: Form, exchange: Exchange) => Promise<Faults> | Faults) | undefined
  run(visit: ProjectVisit, form: Form, exchange: Exchange): Promise<ActionResult>
}

/** The errors of a form; null if it has none. */
export type Faults = Required<Pick<PressResult, 'errors'>> | null

/**
 * Creates the routes of a page of a project. This is the only place where roles are enforced: no page or button works without
 * naming what it needs.
 */
export function projectPage(page: ProjectPage): Router {
  const { path, needs, fresh, takesFile, secrets, redraws = false, actions = {}, view } = page
  const hasButtons = Object.keys(actions).length > 0
  return signedInPage<ProjectVisit>({
    path: `/dashboard/:project/:mode${path}`,
    takesFile,
    secrets,
    enter: enterProject,
    press:
      hasButtons || fresh
        ? async (visit, form, exchange) => {
            const isOnlyDrawn = redraws && isRedrawn(form)
            const action = isOnlyDrawn ? undefined : actionIn(actions, form)
            if (!may(visit.role, needs) || (action && !may(visit.role, action.needs))) return FORBIDDEN
            if (action?.fresh && !visit.session.isProofFresh) {
              const faults = await action.check?.(visit, form, exchange)
              if (faults) return faults
            }
            if ((fresh || action?.fresh) && mustProveElsewhere(visit, exchange)) return NOTHING_DONE
            const unproved =
              fresh || action?.fresh ? await proveFirst(visit, visit.scope.project, form) : null
            if (unproved) return unproved
            if (isOnlyDrawn) return { errors: {} }
            const result = (await action?.run(visit, form, exchange)) ?? {}
            if (result.done) noteDone(exchange, result.done)
            return result
          }
        : undefined,
    view: async (visit, context) => {
      if (isForbidden(context) || !may(visit.role, needs))
        return roleDeniedView(inputOf(visit, context), path)
      const home = visit.addresses.home(visit.scope.project.id, visit.mode)
      // A kept form must be seen before it is sent, so that it does not go through the page that asks for a proof.
      const proving = visit.kept ? { ...context, form: null } : context
      return (
        (await asksForProof(visit, proving, fresh ? home : null, visit.scope.project)) ??
        view({ ...visit, done: isRefresh(context.request) ? null : takeDone(context) }, context)
      )
    },
  })
}

interface Download {
  /** Below `/dashboard/:project/:mode`. */
  path: string
  needs: Permission
  /** Sends the file. Throws a `PageError` if it does not exist. */
  send: (visit: ProjectVisit, exchange: Exchange) => Promise<void>
}

/** Creates the route of a file of a project, for members with the permission. For others it does not exist. */
export function projectDownload({ path, needs, send }: Download): Router {
  const router = Router()
  router.get(
    `/dashboard/:project/:mode${path}`,
    answerPages(async (request, response) => {
      const member = await memberVisitOf(request)
      const visit = member?.session.state === 'open' ? await enterProject(request, member) : null
      if (!visit || !may(visit.role, needs)) throw new PageError('not_found')
      useShareOf(visit.scope.project.id)
      await send(visit, { request, response })
    }),
  )
  return router
}

const FORBIDDEN: PressResult = { errors: { '': 'role_forbids' }, needsFullPage: true }
/** For a press that needs something first, such as a proof: the full page asks for it. */
const NOTHING_DONE: PressResult = { errors: {}, needsFullPage: true }

/** Returns whether a script fetches the content of the page alone, which does not state the result of a press. */
function isRefresh(request: Request): boolean {
  return isUpdate(request) && !isInPlace(request)
}

/** Returns whether a press that is answered in place needs a proof, for which there is a page. */
function mustProveElsewhere({ session }: MemberVisit, { request }: Exchange): boolean {
  return isInPlace(request) && !session.isProofFresh
}

function isForbidden({ errors }: ViewContext): boolean {
  return errors[''] === 'errors.role_forbids'
}

function actionIn<Run>(actions: Readonly<Record<string, Run>>, { action = '' }: Form): Run | undefined {
  return Object.hasOwn(actions, action) ? actions[action] : undefined
}

/** Finds the project and mode of the address. Returns null if the member is not one of the project's. */
async function enterProject(request: Request, member: MemberVisit): Promise<ProjectVisit | null> {
  const { project: projectId, mode } = request.params
  const id = idOf(projectId as string)
  const role = id === null ? undefined : member.session.roles.get(id)
  if (id === null || role === undefined || (mode !== 'live' && mode !== 'test')) return null
  const project = await cachedProject(id)
  if (!project) return null
  const scope = { project, isTest: mode === 'test' }
  return { ...member, scope, mode, role, done: null, locale: chooseLocale(request, 'auto', project.locale) }
}

interface SignedInPage<Visited extends MemberVisit> {
  path: string
  takesFile?: boolean | undefined
  secrets?: readonly string[] | undefined
  runFromOldPages?: readonly string[] | undefined
  /** Finds what the address names; null if this member has no access to it. */
  enter(request: Request, member: MemberVisit): Promise<Visited | null>
  press: ((visit: Visited, form: Form, exchange: Exchange) => Promise<PressResult>) | undefined
  view(visit: Visited, context: ViewContext): Promise<Shown> | Shown
}

interface Entry<Visited> extends AnyVisit {
  member: MemberVisit
  /** Null if the session has ended, or if this member has no access. */
  visited: Visited | null
}

/** Returns a page's name in the audit log, such as `dashboard/payments/waiting`. */
function nameOf(path: string): string {
  return path.replace(/\/:\w+/g, '').slice(1)
}

/** Creates routes that need an open session. Others are led to the sign-in page, and told why. */
function signedInPage<Visited extends MemberVisit>(page: SignedInPage<Visited>): Router {
  const { press, secrets = [], runFromOldPages = [] } = page
  const name = nameOf(page.path)
  const run = async (visited: Visited, form: Form, exchange: Exchange): Promise<PressResult> => {
    if (form.action === DISCARD) {
      forgetKeptPress(exchange, form)
      return {}
    }
    setCause({
      actor: 'member',
      actorId: visited.session.member.id,
      operation: operationOf(name, form),
      address: exchange.request.ip,
    })
    noteOwnChange(exchange.response)
    const result = (await press?.(visited, form, exchange)) ?? {}
    // A press with errors has saved nothing, and a search for options has only drawn the form again.
    if (!result.errors) forgetKeptPress(exchange, form)
    return result
  }
  return hostedPage<Entry<Visited> | null>({
    name,
    path: page.path,
    takesFile: page.takesFile,
    visit: async (request) => {
      const member = await memberVisitOf(request)
      if (!member) return null
      const visited = member.session.state === 'open' ? await page.enter(request, member) : null
      const { scope, locale } = visited ?? member
      return { scope, locale, secret: member.secret, member, visited }
    },
    // Without access to the page no button works: the view says why.
    press:
      press &&
      (async ({ visited }, form, exchange) => (visited ? run(visited, form, exchange) : NOTHING_DONE)),
    outdated: async (entry, form, exchange) => {
      // Another site may have made the form. Its fields must not appear on our page, where one press would save them.
      if (exchange.request.headers['sec-fetch-site'] !== 'same-origin') return null
      const { member = null, visited = null } = entry ?? {}
      if (member?.session.state === 'open' && !visited) return deniedView(member)
      if (!visited) return signInAgain(member, form, exchange, secrets)
      if (runFromOldPages.includes(form.action ?? '')) {
        const { goTo } = await run(visited, form, exchange)
        return { goTo: goTo ?? pathAndQuery(exchange.request) }
      }
      const keeping = keepPress(exchange, form, visited.session.member.id, secrets)
      if (keeping === 'nothing') return null
      const page = pathAndQuery(exchange.request)
      if (keeping === 'kept') return { goTo: page }
      return notKeptView({
        ...{ locale: visited.locale, keeping, page },
        typed: typedFields(form, secrets),
      })
    },
    view: (entry, context) => {
      const { request, form } = context
      const { member = null, visited = null } = entry ?? {}
      if (visited) {
        const kept = form === null ? findKeptPress(request, visited.session.member.id) : null
        return page.view({ ...visited, kept }, kept ? { ...context, form: kept.form } : context)
      }
      if (member?.session.state === 'open') return deniedView(member)
      if (form !== null) return signInAgain(member, form, context, secrets)
      return { goTo: new Addresses(requestedLocale(request)).signInFor(pathAndQuery(request)) }
    },
  })
}

/** Returns the page for a button of a session that has ended. Its form is kept until the member has signed in again. */
function signInAgain(
  member: MemberVisit | null,
  form: Form,
  exchange: Exchange,
  secrets: readonly string[],
): Shown {
  const { request } = exchange
  const addresses = new Addresses(requestedLocale(request))
  const state = member?.session.state ?? 'signed_out'
  const ended = state === 'open' ? 'signed_out' : state
  if (form.action === 'sign_out' && ended !== 'removed') {
    forgetKeptPress(exchange, form)
    return { goTo: addresses.signIn() }
  }
  return signInAgainView({
    ...{ locale: member?.locale ?? chooseLocale(request, 'auto', 'en'), ended },
    keeping:
      ended === 'removed' ? 'nothing' : keepPress(exchange, form, member?.session.member.id ?? null, secrets),
    typed: typedFields(form, secrets),
    signIn: addresses.signInFor(pathAndQuery(request)),
  })
}
