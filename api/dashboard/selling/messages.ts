import { languageName, languageOf, type Locale, LOCALES } from '../../../common/kit/languages.ts'
import type { Presenter } from '../kit/presenter.ts'

/** A message to a customer that the member sends. */
interface Message {
  lang: Locale
  dir: 'ltr' | 'rtl'
  /** Names the language. */
  label: string
  text: string
  /** The link that opens the message in the phone's own program; null without a phone number. */
  sms: string | null
}

/** Returns a message in each language, the expected one first. `phone`: the customer's number in E.164, if it is known. */
export function messagesIn(
  expected: Locale,
  textIn: (locale: Locale) => string,
  { t, locale: own }: Presenter,
  phone: string | null = null,
): { message: Message; otherMessages: Message[] } {
  const messageIn = (lang: Locale): Message => {
    const { dir } = languageOf(lang)
    const text = textIn(lang)
    const sms = phone && smsAddress(phone, text)
    const language = languageName(lang, own)
    return { lang, dir, label: t('dashboard.link.message_in', { language }), text, sms }
  }
  return {
    message: messageIn(expected),
    otherMessages: LOCALES.filter((locale) => locale !== expected).map(messageIn),
  }
}

/** Returns the address of a text message to a number (RFC 5724). */
function smsAddress(phone: string, text: string): string {
  return `sms:${phone}?body=${encodeURIComponent(text)}`
}
