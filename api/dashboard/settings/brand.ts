import type { Router } from 'express'
import { now } from '../../../common/runtime/clock.ts'
import { findLogoState } from '../../../common/services/images/find.ts'
import { getProject } from '../../../common/services/projects/find.ts'
import { setLogo } from '../../../common/services/projects/logo.ts'
import { onConnection } from '../../../db/sql.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { checkoutView } from '../../pages/checkout/view.ts'
import { fileOf } from '../../pages/file-form.ts'
import type { Form } from '../../pages/form.ts'
import { allowEmbedding, allowFrames } from '../../pages/headers.ts'
import type { Exchange } from '../../pages/hosted-page.ts'
import { readPicture } from '../kit/sent-picture.ts'
import { type ActionResult, inputOf, projectPage, type ProjectVisit } from '../page.ts'
import { type Brand, brandView, PREVIEW_PATH } from './brand-view.ts'
import { sampleCheckout } from './sample-checkout.ts'
import { saveSettings } from './save.ts'

const COLOR = /^#[0-9a-fA-F]{6}$/

const brandPage = projectPage({
  path: '/settings/brand',
  needs: 'administer',
  takesFile: true,
  actions: {
    // Without a script, this button shows the preview with the typed values. No browser keeps the chosen file.
    preview: {
      needs: 'administer',
      run: async (_visit, _form, { request }) => ({
        errors: fileOf(request, 'logo') === null ? {} : { logo: 'picture_again' },
      }),
    },
    save: { needs: 'administer', run: save },
  },
  view: async (visit, context) => {
    allowFrames(context.response)
    const { id } = visit.scope.project
    // Not from a cache: the form must show what was just saved, and not put back what another owner has changed.
    const project = await onConnection((sql) => getProject(sql, id))
    const logoState = await findLogoState(id)
    return brandView({
      ...{ ...inputOf(visit, context), project, logoState },
      ...{ typed: context.form ?? {}, errors: context.errors },
    })
  },
})

/** The checkout page as the typed values would show it. The brand page has it in a frame without scripts. */
const previewPage = projectPage({
  path: PREVIEW_PATH,
  needs: 'administer',
  view: (visit, context) => {
    allowEmbedding(context.response)
    const input = inputOf(visit, context)
    const { color, hasLogo } = brandIn(context.request.query)
    const { project } = input
    const shown = { ...project, color: color ?? project.color, logo: hasLogo ? project.logo : null }
    return checkoutView(sampleCheckout({ ...input, project: shown }, now()))
  },
})

export const brandPages: readonly Router[] = [brandPage, previewPage]

function brandIn({ color, logo }: Readonly<Record<string, unknown>>): Brand {
  return {
    color: typeof color === 'string' && COLOR.test(color) ? color : null,
    hasLogo: logo !== 'none',
  }
}

/** Saves the colour and a sent logo. A sent logo replaces the former one, even if the box to remove it is ticked. */
async function save(
  visit: ProjectVisit,
  { color, remove_logo: remove }: Form,
  { request }: Exchange,
): Promise<ActionResult> {
  const { id } = visit.scope.project
  const sent = await readPicture(request, 'logo', id, 'project')
  if (sent?.problem) return { errors: { logo: sent.problem } }
  const changes = { color: color || null, ...(remove && !sent && { logo_url: null }) }
  const problemOf = () => ['color', 'settings_color'] as const
  const store = sent ? (tx: ModelTx) => setLogo(tx, id, sent.image) : undefined
  const result = await saveSettings(visit, changes, '/settings/brand', problemOf, store)
  return result.errors ? result : { ...result, done: 'saved' }
}
