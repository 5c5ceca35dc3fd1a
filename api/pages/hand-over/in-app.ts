export type Platform = 'android' | 'ios'

/** An app in whose own browser the page is open, and on what. */
export interface InApp {
  app: App
  platform: Platform
}

/**
 * Apps that open web pages in a browser of their own and say so in their user agent; the first that
 * fits counts. Meta's apps name themselves in several ways, some of which do not tell which one it is:
 * those count as Facebook.
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

/** Which app's browser asks; null for a real browser, and on computers, where nothing is lost by it. */
export function inAppOf(userAgent: string): InApp | null {
  const platform = platformOf(userAgent)
  const app = APPS.find(([, says]) => says.test(userAgent))?.[0]
  return platform && app ? { app, platform } : null
}

function platformOf(userAgent: string): Platform | null {
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent)) return 'ios'
  return /\bAndroid\b/.test(userAgent) ? 'android' : null
}

/** Whether a phone asks, as browsers agree to say it. One that poses as a computer counts as that. */
export function isPhone(userAgent: string): boolean {
  return userAgent.includes('Mobi')
}

/** Where the app leads `url` to the phone's own browser, by an address that does so. */
type Way = (url: string) => string

/** No package is named, so that Android takes the browser that its owner chose. */
const intent: Way = (url) => {
  const [scheme, rest] = url.split('://')
  return `intent://${rest}#Intent;scheme=${scheme};end`
}
const both = (way: Way) => ({ android: way, ios: way })

/**
 * The ways out that are known to work. The other apps swallow every such address, or open it inside
 * themselves again: there the app's own menu is the only way, which the page describes in words.
 */
const WAYS: Partial<Record<App, Partial<Record<Platform, Way>>>> = {
  Facebook: { android: intent },
  Instagram: both((url) => `instagram://extbrowser/?url=${encodeURIComponent(url)}`),
  LINE: both((url) => `${url}${url.includes('?') ? '&' : '?'}openExternalBrowser=1`),
  KakaoTalk: both((url) => `kakaotalk://web/openExternal?url=${encodeURIComponent(url)}`),
}

/** The link that opens `url` in the phone's own browser; null where no link can. */
export function wayOut({ app, platform }: InApp, url: string): string | null {
  return WAYS[app]?.[platform]?.(url) ?? null
}
