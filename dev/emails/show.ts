import { type Locale, LOCALES } from '../../common/kit/languages.ts'
import { config } from '../../common/runtime/config.ts'
import { senderAddress } from '../../common/services/emails/message.ts'
import { type RenderedEmail, renderEmail } from '../../common/services/emails/render.ts'
import { sampleEmails } from './samples.ts'
import { shopIn } from './shop.ts'

export const languages = LOCALES
export const emailNames = Object.keys(sampleEmails)

/** A sample email as the service would send it. */
export interface ShownEmail extends RenderedEmail {
  name: string
  locale: Locale
  from: string
}

/** Renders the sample email of this name. Returns undefined if the name or language is unknown. */
export function showEmail(name: string, locale: string): ShownEmail | undefined {
  const language = languages.find((known) => known === locale)
  if (!Object.hasOwn(sampleEmails, name) || !language) return undefined
  const { kind, payload, merchant, isTest = false, pictures = new Map() } = sampleEmails[name]!(language)
  const project = { ...shopIn(language), ...merchant }
  return {
    ...renderEmail(kind, payload, { project, locale: language, isTest, pictures }),
    ...{ name, locale: language, from: `${project.name} <${senderAddress(config().emailFrom)}>` },
  }
}
