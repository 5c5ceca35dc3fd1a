import type { Request } from 'express'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { beginSession } from '../../../common/services/portal/begin-session.ts'
import { followEmailedLink, followLink } from '../../../common/services/portal/follow-link.ts'
import type { FollowedLink } from '../../../common/services/portal/link.ts'
import { sendPortalLink } from '../../../common/services/portal/send-link.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../form.ts'
import { type Exchange, hostedPage, type PressResult, type ViewContext, type Visit } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import { chooseLocale, requestedLocale } from '../locale.ts'
import { PageError } from '../respond.ts'
import { goalOf } from './addresses.ts'
import { keepSession } from './cookie.ts'
import { noAccessView } from './no-access.ts'

interface LinkVisit extends Visit {
  link: FollowedLink
}

/**
 * The links into the portal: from the merchant (`/portal/:token`) and in emails. Opening one signs the browser in and
 * redirects to an address without the secret. A link can be opened repeatedly, because mail scanners and previews open links,
 * too. An old link shows no customer data, and offers to email a new one.
 */
export const linkPage = hostedPage<LinkVisit>({
  name: 'portal',
  path: ['/portal/:token', '/portal/:id/:token'],
  visit,
  press,
  view: async (visited, context) =>
    visited.link.isOver ? oldLink(visited, context) : { goTo: await open(visited.link, context) },
})

const SECRET = /^[A-Za-z0-9_-]{43}$/

async function visit(request: Request): Promise<LinkVisit> {
  const { id: customer, token: secret = '' } = request.params as { id?: string; token?: string }
  const id = customer === undefined ? undefined : idOf(customer)
  const link = await follow(id, secret)
  const project = link && (await cachedProject(link.projectId))
  if (!project) throw new PageError('not_found')
  const locale = chooseLocale(request, link.locale, project.locale)
  return { link, scope: { project, isTest: link.isTest }, secret, locale }
}

async function follow(id: number | null | undefined, secret: string): Promise<FollowedLink | null> {
  if (id === null) return null
  if (id !== undefined) return followEmailedLink(id, secret)
  return SECRET.test(secret) ? followLink(secret, now()) : null
}

async function press(
  { link, scope, locale }: LinkVisit,
  { action }: Form,
  { request }: Exchange,
): Promise<PressResult> {
  const linkRequested = action === 'send_link' && link.isOver
  if (linkRequested) await atomically((tx) => sendPortalLink(tx, scope, link.customerId, locale))
  return { goTo: `${request.path}?${linkRequested ? 'said=sent&' : ''}lang=${locale}` }
}

/** Opens a session and returns the address to go to. A HEAD request opens none. */
async function open(link: FollowedLink, { request, response }: Exchange): Promise<string> {
  if (request.method === 'GET') keepSession(response, await atomically((tx) => beginSession(tx, link)))
  return goalOf(link.goal, requestedLocale(request))
}

function oldLink({ link, scope, locale }: LinkVisit, { request, formToken }: ViewContext): PageView {
  return noAccessView({
    why: 'old_link',
    project: scope.project,
    isTest: scope.isTest,
    linkRequested: request.query.said === 'sent',
    returnUrl: link.returnUrl ?? scope.project.websiteUrl,
    ...{ formToken, locale },
    post: null,
  })
}
