import type { ProjectObject } from '../../../common/domain/projects/object.ts'
import { accentOf } from '../../../common/kit/accent.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import type { LogoState } from '../../../common/services/images/find.ts'
import { fieldOf, sentenceOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { listed, titleOf } from '../../pages/kit/problems.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { Presenter } from '../kit/presenter.ts'

export const PREVIEW_PATH = '/settings/brand/preview'

export interface BrandInput extends ProjectInput {
  settings: ProjectObject
  logoState: LogoState
  /** The typed values; empty on a GET. */
  typed: Record<string, string>
  errors: Record<string, string>
}

const LOGO_HINTS = {
  none: 'dashboard.settings.logo_hint',
  pending: 'dashboard.settings.logo_pending',
  copied: 'dashboard.settings.logo_hint',
  wrong: 'dashboard.settings.logo_wrong',
} as const satisfies Record<LogoState, SentenceKey>

/** The looks of a shop's pages that the preview shows. */
export interface Brand {
  color: string | null
  hasLogo: boolean
}

/** Returns the page with the colour and the logo, next to a preview of the checkout page. */
export function brandView({ settings, logoState, typed, errors, ...input }: BrandInput): PageView {
  const presenter = new Presenter(input)
  const { t, locale } = presenter
  const form = { locale, typed, errors }
  const heading = t('dashboard.settings.brand')
  const problems = Object.entries(errors).map(([name, key]) => ({
    ...{ text: sentenceOf(key, locale) ?? '', href: `#${name}` },
  }))
  // A browser's field for a colour always has one: the one that our pages have without a colour of the shop.
  const color = settings.color ?? accentOf(null).light.button
  const logo = typed.logo_url ?? settings.logo_url ?? ''
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
      fields: [
        fieldOf(form, 'color', {
          ...{ label: t('dashboard.settings.color'), hint: t('dashboard.settings.color_hint') },
          ...{ known: color, type: 'color', maxlength: 7 },
        }),
        fieldOf(form, 'logo_url', {
          label: t('dashboard.settings.logo_url'),
          hint: t(LOGO_HINTS[logoState]),
          ...{ known: settings.logo_url, type: 'url', inputmode: 'url', maxlength: 2048, required: false },
        }),
      ],
      preview: presenter.page(PREVIEW_PATH, {
        color: typed.color ?? color,
        // A new logo is only shown when we have copied it.
        ...(logo !== (settings.logo_url ?? '') && { logo: 'none' }),
      }),
    },
  }
}
