// Optional: the link from an object back to its list leads to the list as the reader left it, or to the payments to check or
// the statement with its line. Each tab remembers its own list.
{
  const STORED = 'way-back'
  const link = () => document.querySelector('[data-way-back]')

  /** Returns the list that the reader left last in this tab; null without one. */
  const left = () => {
    try {
      return JSON.parse(window.sessionStorage.getItem(STORED))
    } catch {
      return null // storage is switched off: the link leads to the whole list
    }
  }

  const show = () => {
    const back = link()
    const list = back && left()
    if (!list) return
    const url = new URL(list.href, location.href)
    const isOther =
      url.pathname === `${back.pathname}/waiting` || url.pathname.startsWith(`${back.pathname}/import/`)
    if (url.pathname !== back.pathname && !isOther) return
    // The results of an earlier press there.
    for (const name of ['decided', 'failed', 'in_progress']) url.searchParams.delete(name)
    const lang = new URLSearchParams(back.search).get('lang')
    if (lang) url.searchParams.set('lang', lang)
    else url.searchParams.delete('lang')
    back.href = url.pathname + url.search
    if (isOther) back.replaceChildren(back.firstElementChild, list.title)
  }

  addEventListener('pagehide', () => {
    if (link()) return
    const title = document.querySelector('h1')?.textContent ?? ''
    try {
      window.sessionStorage.setItem(
        STORED,
        JSON.stringify({ href: location.pathname + location.search, title }),
      )
    } catch {
      // as above
    }
  })
  document.addEventListener('htmx:after:swap', show)
  show()
}

// A page that answers a form would come from the form again: "Back" to it, and a reload, ask the server for the page instead.
history.replaceState(history.state, '')

// Optional: the browser asks before a form with typed text is left. It keeps no fields of a page that it must not store. A form
// that was sent is done, unless its answer is lost. A change of language keeps the text.
{
  const FORM = 'main form.sheet-form'
  let isTyped = false
  let wasTyped = false
  const typed = ({ target }) => {
    if (target.type !== 'search' && target.closest(FORM)) isTyped = true
  }
  document.addEventListener('input', typed)
  const sent = ({ target }) => {
    if (!target.matches(FORM)) return
    wasTyped = isTyped
    isTyped = false
  }
  document.addEventListener('submit', sent, true)
  document.addEventListener('htmx:error', () => (isTyped ||= wasTyped))
  document.addEventListener('click', ({ target }) => {
    if (target.closest('a[hreflang]')) isTyped = false
  })
  addEventListener('beforeunload', (event) => isTyped && event.preventDefault())
}
