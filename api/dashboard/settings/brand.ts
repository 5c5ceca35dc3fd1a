import type { Router } from 'express'
import { now } from '../../../common/runtime/clock.ts'
import { findLogoState } from '../../../common/services/images/find.ts'
import { checkoutView } from '../../pages/checkout/view.ts'
import type { Form } from '../../pages/form.ts'
import { allowEmbedding, allowFrames } from '../../pages/headers.ts'
import { type ActionResult, inputOf, projectPage, type ProjectVisit } from '../page.ts'
import { type Brand, brandView, PREVIEW_PATH } from './brand-view.ts'
import { sampleCheckout } from './sample-checkout.ts'
import { saveSettings } from './save.ts'
import { presentSettings } from './shop.ts'

const COLOR = /^#[0-9a-fA-F]{6}$/

const brandPage = projectPage({
  path: '/settings/brand',
  needs: 'administer',
  actions: {
    // Without a script, this button shows the preview with the typed values.
    preview: { needs: 'administer', run: async () => ({ errors: {} }) },
    save: { needs: 'administer', run: save },
  },
  view: async (visit, context) => {
    allowFrames(context.response)
    return brandView({
      ...{ ...inputOf(visit, context), settings: await presentSettings(visit) },
      logoState: await findLogoState(visit.scope.project.id),
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

async function save(visit: ProjectVisit, { color, logo_url: logo }: Form): Promise<ActionResult> {
  const before = await presentSettings(visit)
  const changes = {
    color: color || null,
    // The same address would make us copy the picture again.
    ...((logo || null) !== before.logo_url && { logo_url: logo || null }),
  }
  const result = await saveSettings(visit, changes, '/settings/brand', ({ path = '' }) => [
    path,
    path === 'color' ? 'settings_color' : 'settings_address',
  ])
  return result.errors ? result : { ...result, done: 'saved' }
}
