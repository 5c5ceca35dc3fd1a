import { LONGEST_PASSKEY_NAME } from '../../../common/domain/members/passkey.ts'
import { formatShortDateTime, zoneName } from '../../../common/kit/format.ts'
import type { Passkey } from '../../../common/services/members/passkeys-table.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { fieldOf, type FormState, sentenceOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { accountFrame, type AccountInput, zoneOf } from '../frame.ts'

export interface PasskeysInput extends AccountInput, Pick<FormState, 'typed' | 'errors'> {
  passkeys: readonly Pick<Passkey, 'id' | 'name' | 'lastUsedAt' | 'createdAt'>[]
  mayAdd: boolean
  /** The page to go to without a passkey, if one was offered. */
  skip: string | null
  /** The browser's options for creating a passkey; null before the member asks for one. */
  options: object | null
}

/** Returns the page with the member's passkeys, and the form that adds one. */
export function passkeysView({
  passkeys,
  mayAdd,
  options,
  skip,
  typed,
  errors,
  ...input
}: PasskeysInput): PageView {
  const { locale } = input
  const t = translate(locale)
  const heading = t('dashboard.passkeys.heading')
  const time = (at: Date) => formatShortDateTime(at, zoneOf(input), locale)
  const isWrong = Object.keys(errors).length > 0
  return {
    status: 200,
    template: 'dashboard/passkeys',
    view: {
      ...accountFrame(input, {
        title: isWrong ? t('title.error', { title: heading }) : heading,
        state: 'dashboard_passkeys',
        scripts: options ? ['passkeys.js'] : [],
      }),
      heading,
      none: passkeys.length === 0 && options === null,
      zone: passkeys.length > 0 ? zoneName(new Date(), zoneOf(input), locale) : null,
      passkeys: passkeys.map(({ id, name, lastUsedAt: used, createdAt: added }) => ({
        ...{ id, name },
        facts: [
          { label: t('dashboard.passkeys.added'), text: time(added) },
          ...(used ? [{ label: t('dashboard.sessions.used'), text: time(used) }] : []),
        ],
      })),
      skip,
      mayBegin: mayAdd && options === null,
      options: options && JSON.stringify(options),
      problem: sentenceOf(errors.passkey, locale),
      field: fieldOf({ locale, typed, errors }, 'name', {
        ...{ label: t('dashboard.passkeys.name'), hint: t('dashboard.passkeys.name_hint'), known: null },
        ...{ required: false, maxlength: LONGEST_PASSKEY_NAME, autocomplete: 'off' },
      }),
    },
  }
}
