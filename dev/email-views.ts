/** How an email is looked at: as wide as where it is read, light or dark, with its pictures or before they are loaded. */
const VIEWS = {
  phone: { name: 'Phone', width: '390px', scheme: 'light', pictures: true },
  desk: { name: 'Desk', width: '100%', scheme: 'light', pictures: true },
  dark: { name: 'Dark', width: '390px', scheme: 'dark', pictures: true },
  'no-pictures': { name: 'Without pictures', width: '390px', scheme: 'light', pictures: false },
} as const

export type View = keyof typeof VIEWS

export function viewOf(asked: string | null): View {
  return asked !== null && Object.hasOwn(VIEWS, asked) ? (asked as View) : 'desk'
}

/** Whether the page may load what is on other machines. */
export function showsPictures(view: View): boolean {
  return VIEWS[view].pictures
}

/** The HTML part of an email, shut in, with the choice of how to look at it. `address` is where the part lies. */
export function viewer(address: string, view: View): string {
  const choice = Object.entries(VIEWS).map(([key, { name }]) =>
    key === view ? `<b>${name}</b>` : `<a href="?view=${key}">${name}</a>`,
  )
  return `<p>${choice.join(' · ')}</p><iframe title="The HTML part" style="width: ${VIEWS[view].width}; max-width: 100%"
    sandbox="allow-popups allow-popups-to-escape-sandbox" src="${address}?view=${view}"></iframe>`
}

/** An email as a client in that view reads it, whatever the looks of this computer are; links open apart. */
export function seenIn(view: View, html: string): string {
  const { scheme } = VIEWS[view]
  const chosen = html.replace(/@media\s*\(prefers-color-scheme:\s*(dark|light)\)/g, (_, asked: string) =>
    asked === scheme ? '@media all' : '@media not all',
  )
  return `<base target="_blank">${chosen}`
}
