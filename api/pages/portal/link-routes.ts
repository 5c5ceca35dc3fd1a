import { type Request, type Response, Router } from 'express'
import type { Locale } from '../../../common/kit/format.ts'
import { beginSession } from '../../../common/portal/begin-session.ts'
import { followEmailedLink, followLink } from '../../../common/portal/follow-link.ts'
import type { PortalLink } from '../../../common/portal/link.ts'
import { sendPortalLink } from '../../../common/portal/send-link.ts'
import { cachedProject } from '../../../common/projects/cache.ts'
import type { Project } from '../../../common/projects/project.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import { formOf, formToken, isFromOurPage, readForm } from '../form.ts'
import { nonceOf } from '../headers.ts'
import { chooseLocale, requestedLocale } from '../locale.ts'
import { render } from '../render.ts'
import { answerPages, PageError } from '../respond.ts'
import { sendPage } from '../send-page.ts'
import { goalOf } from './addresses.ts'
import { keepSession } from './cookie.ts'
import { overView } from './over.ts'

interface Followed {
  link: PortalLink
  project: Project
  /** The secret in the address. */
  token: string
  locale: Locale
}

/**
 * The links into the portal: the merchant's (`/portal/:token`) and those in emails. Opening one signs
 * the browser in and moves on to an address without the secret. Nothing is spent by it, since mail
 * scanners and previews open links too. An old one shows nothing, and offers to mail a new one.
 */
export const linkPage = Router()

for (const path of ['/portal/:token', '/portal/:id/:token']) {
  linkPage
    .route(path)
    .get(
      answerPages(async (request, response) => {
        const followed = await follow(request)
        if (followed.link.isOver) showOld(request, response, followed)
        else await open(request, response, followed.link)
      }),
    )
    .post(
      readForm,
      answerPages(async (request, response) => {
        const { link, project, token, locale } = await follow(request)
        const form = formOf(request)
        if (!isFromOurPage(request, form, token)) throw new PageError('expired_form')
        const scope = { project, isTest: link.isTest }
        const asked = form.action === 'send_link' && link.isOver
        if (asked) await atomically((tx) => sendPortalLink(tx, scope, link.customerId, locale))
        response.redirect(303, `${request.path}?${asked ? 'said=sent&' : ''}lang=${locale}`)
      }),
    )
}

const SECRET = /^[A-Za-z0-9_-]{43}$/

async function follow(request: Request): Promise<Followed> {
  const { id: customer, token = '' } = request.params as { id?: string; token?: string }
  const id = customer === undefined ? undefined : idOf(customer)
  const link = await onConnection(async (sql) => {
    if (id === null) return null
    if (id !== undefined) return followEmailedLink(sql, id, token)
    return SECRET.test(token) ? followLink(sql, token, now()) : null
  })
  const project = link && (await cachedProject(link.projectId))
  if (!project) throw new PageError('not_found')
  const locale = chooseLocale(request, link.locale, project.locale)
  return { link, project, token, locale }
}

/** Who only asks what an answer would look like is not signed in. */
async function open(request: Request, response: Response, link: PortalLink): Promise<void> {
  if (request.method === 'GET') keepSession(response, await atomically((tx) => beginSession(tx, link)))
  response.redirect(303, goalOf(link.goal, requestedLocale(request)))
}

function showOld(request: Request, response: Response, { link, project, token, locale }: Followed): void {
  const { status, template, view } = overView({
    why: 'old_link',
    project,
    isTest: link.isTest,
    asked: request.query.said === 'sent',
    returnUrl: link.returnUrl,
    formToken: formToken(token),
    locale,
    nonce: nonceOf(response),
    post: null,
  })
  sendPage(request, response, status, render(template, view))
}
