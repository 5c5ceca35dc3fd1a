import { type Locale, LOCALES } from '../../common/kit/languages.ts'
import { config } from '../../common/runtime/config.ts'
import { senderAddress } from '../../common/services/emails/message.ts'
import { type RenderedEmail, renderEmail } from '../../common/services/emails/render.ts'
import { everyEmail } from './every-email.ts'
import { shopIn } from './shop.ts'

export const languages = LOCALES
export const emailNames = Object.keys(everyEmail)

/** An email as it would leave the house, and from whom. */
export interface ShownEmail extends RenderedEmail {
  name: string
  locale: Locale
  from: string
}

/** Writes out the email of that name; nothing where there is none. */
export function showEmail(name: string, locale: string): ShownEmail | undefined {
  const language = languages.find((known) => known === locale)
  if (!Object.hasOwn(everyEmail, name) || !language) return undefined
  const { kind, words, merchant, isTest = false, pictures = new Map() } = everyEmail[name]!(language)
  const project = { ...shopIn(language), ...merchant }
  return {
    ...renderEmail(kind, words, { project, locale: language, isTest, pictures }),
    ...{ name, locale: language, from: `${project.name} <${senderAddress(config().emailFrom)}>` },
  }
}
