import { accentOf } from '../../../common/kit/accent.ts'
import type { LogoState } from '../../../common/services/images/find.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { fieldOf, problemsIn } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { listed, titleOf } from '../../pages/kit/problems.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { PICTURE_TYPES } from '../kit/picture-types.ts'
import { Presenter } from '../kit/presenter.ts'

export const PREVIEW_PATH = '/settings/brand/preview'

export interface BrandInput extends ProjectInput {
  logoState: LogoState
  /** The typed values; empty on a GET. */
  typed: Record<string, string>
  errors: Record<string, string>
}

/** The colour and logo that the preview of a shop's pages shows. */
export interface Brand {
  color: string | null
  hasLogo: boolean
}

/** Returns the page with the colour and the logo, next to a preview of the checkout page. */
export function brandView({ logoState, typed, errors, ...input }: BrandInput): PageView {
  const presenter = new Presenter(input)
  const { t, locale } = presenter
  const { project } = input
  const form = { locale, typed, errors }
  const heading = t('dashboard.settings.brand')
  const problems = problemsIn(form)
  // A browser's field for a colour always has one: the one that our pages have without a colour of the shop.
  const color = project.color ?? accentOf(null).light.button
  return {
    status: 200,
    template: 'dashboard/settings/brand',
    view: {
      ...projectFrame(input, '/settings', {
        title: problems.length > 0 ? t('title.error', { title: heading }) : heading,
        state: 'dashboard_settings_brand',
        scripts: ['brand.js'],
      }),
      heading,
      back: { href: presenter.page('/settings'), label: t('dashboard.settings.heading') },
      problems: listed(problems),
      problemsTitle: titleOf(problems, errors, locale),
      color: fieldOf(form, 'color', {
        ...{ label: t('dashboard.settings.color'), hint: t('dashboard.settings.color_hint') },
        ...{ known: color, type: 'color', maxlength: 7 },
      }),
      missing: missingLogo(project, logoState, presenter),
      remove:
        project.logoUrl === null
          ? null
          : fieldOf(form, 'remove_logo', {
              ...{ label: t('dashboard.settings.logo_remove'), known: null, isBox: true },
            }),
      file: fieldOf(form, 'logo', {
        label: t(project.logoUrl === null ? 'dashboard.settings.logo' : 'dashboard.settings.logo_replace'),
        hint: t('dashboard.settings.logo_hint'),
        ...{ known: null, accept: PICTURE_TYPES, required: false },
      }),
      preview: presenter.page(PREVIEW_PATH, {
        color: typed.color ?? color,
        ...(typed.remove_logo && { logo: 'none' }),
      }),
    },
  }
}

/** Returns the address of a logo that pages do not show yet, with the reason; null if they show it. */
function missingLogo({ logoUrl }: Project, state: LogoState, { t }: Presenter) {
  if (logoUrl === null || state === 'copied') return null
  return {
    url: logoUrl,
    reason: t(state === 'wrong' ? 'dashboard.settings.logo_wrong' : 'dashboard.settings.logo_pending'),
  }
}
