import { senderAddress } from '../../../common/emails/message.ts'
import { renderLetter } from '../../../common/emails/render-letter.ts'
import type { RenderedLetter } from '../../../common/emails/render-letter.ts'
import type { Locale } from '../../../common/kit/format.ts'
import { config } from '../../../common/runtime/config.ts'
import { everyLetter } from './every-letter.ts'
import { shopIn } from './shop.ts'

export const languages = ['en', 'mn'] as const satisfies Locale[]
export const letterNames = Object.keys(everyLetter)

/** A letter as it would leave the house, and from whom. */
export interface ShownLetter extends RenderedLetter {
  name: string
  locale: Locale
  from: string
}

/** Writes out the letter of that name; nothing where there is none. */
export function showLetter(name: string, locale: string): ShownLetter | undefined {
  const language = languages.find((known) => known === locale)
  if (!Object.hasOwn(everyLetter, name) || !language) return undefined
  const { kind, words, merchant, isTest = false } = everyLetter[name]!(language)
  const project = { ...shopIn(language), ...merchant }
  return {
    ...renderLetter(kind, words, { project, locale: language, isTest }),
    ...{ name, locale: language, from: `${project.name} <${senderAddress(config().emailFrom)}>` },
  }
}
