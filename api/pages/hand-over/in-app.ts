export type Platform = 'android' | 'ios'

/** The app in whose browser the page is open, and its platform. */
export interface InApp {
  app: App
  platform: Platform
}

/**
 * Apps that open web pages in their own browser, with the pattern of its user agent. The first match counts. Some user
 * agents of Meta's apps do not name the app: those count as Facebook.
 */
const APPS = [
  ['Messenger', /\bFB(?:_IAB|AN)\/(?:Orca|Messenger)/i],
  ['Instagram', /\bInstagram\b/],
  ['Threads', /\bBarcelona \d/],
  ['Facebook', /\bFB(?:_IAB|AN|AV)\/|\bMetaIAB\b/],
  ['TikTok', /\b(?:musical_ly|trill)_\d/],
  ['LINE', /\bLine\/\d/],
  ['WeChat', /\bMicroMessenger\/\d/],
  ['Viber', /\bViber\/\d/],
  ['KakaoTalk', /\bKAKAOTALK\b/],
] as const

type App = (typeof APPS)[number][0]

/** Returns the app whose browser sent the request. Null for other browsers, and on computers, where app browsers cause no problem. */
export function inAppOf(userAgent: string): InApp | null {
  const platform = platformOf(userAgent)
  if (!platform) return null
  const app = APPS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return app ? { app, platform } : null
}

function platformOf(userAgent: string): Platform | null {
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios'
  return /\bAndroid\b/.test(userAgent) ? 'android' : null
}

/** Returns whether a phone sent the request. By convention browsers of phones send `Mobi`, unless they request the desktop site. */
export function isPhone(userAgent: string): boolean {
  return userAgent.includes('Mobi')
}

/** Returns an address that makes the app open `url` in the phone's own browser. */
type ToExitLink = (url: string) => string

/** Names no package, so that Android opens the default browser. */
const intent: ToExitLink = (url) => {
  const [scheme, rest] = url.split('://')
  return `intent://${rest}#Intent;scheme=${scheme};end`
}
const both = (toExitLink: ToExitLink) => ({ android: toExitLink, ios: toExitLink })

/**
 * The links that are known to work. The other apps ignore such links or open them inside the app again. For those the page
 * describes how to use the app's own menu.
 */
const EXIT_LINKS: Partial<Record<App, Partial<Record<Platform, ToExitLink>>>> = {
  Facebook: { android: intent },
  Instagram: both((url) => `instagram://extbrowser/?url=${encodeURIComponent(url)}`),
  LINE: both((url) => `${url}${url.includes('?') ? '&' : '?'}openExternalBrowser=1`),
  KakaoTalk: both((url) => `kakaotalk://web/openExternal?url=${encodeURIComponent(url)}`),
}

/** Returns a link that opens `url` in the phone's own browser, or null if this app allows no such link. */
export function exitLink({ app, platform }: InApp, url: string): string | null {
  return EXIT_LINKS[app]?.[platform]?.(url) ?? null
}
