// Nicer with it, complete without it: copy buttons, one press pays once, waiting pages that notice.
{
  const root = document.documentElement
  root.classList.add('js')
  // The browser scrolls to the focus when it first paints; what of the page came later may have covered it.
  document.querySelector('[autofocus]:focus')?.scrollIntoView({ block: 'nearest' })

  const status = document.querySelector('[data-said]')
  const say = (words) => {
    status.textContent = words
  }

  const copy = async (text) => {
    try {
      return await navigator.clipboard.writeText(text)
    } catch {
      // none without https, and none allowed inside Android's apps: the old way works in both
    }
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }

  let last = null
  let before = ''
  document.addEventListener('click', async ({ target }) => {
    if (target.closest('[data-print]')) print()
    const button = target.closest('[data-copy]')
    if (!button) return
    await copy(button.dataset.copy)
    button.focus()
    // It stays said until another is copied: one sees how far one is.
    if (last !== button) {
      if (last) last.innerHTML = before
      last?.classList.remove('copied')
      last = button
      before = button.innerHTML
      button.classList.add('copied')
      button.querySelector('rect')?.remove()
      button.querySelector('path').setAttribute('d', 'm5 12.5 4.5 4.5L19 7')
      button.querySelector('span').textContent = button.dataset.copied
    }
    say('')
    setTimeout(() => say(button.dataset.copied))
  })

  const PATIENCE = 20_000
  // A second press while the first is under way does nothing. The button is not disabled: a disabled one
  // would lose the focus, and its value with it.
  let sent = null
  let words = null // what stood on it
  const again = () => {
    sent?.removeAttribute('aria-disabled')
    if (words) sent.replaceChildren(...words)
    words = null
    sent = null
  }
  document.addEventListener('submit', (event) => {
    if (sent) return event.preventDefault()
    sent = event.submitter
    if (!sent) return
    const pressed = sent
    // Whoever stopped the browser, because it took so long, may press again.
    setTimeout(() => sent === pressed && again(), PATIENCE)
    sent.setAttribute('aria-disabled', 'true')
    if (!sent.dataset.busy) return
    words = [...sent.childNodes]
    sent.textContent = sent.dataset.busy
    say(sent.dataset.busy)
  })
  // The browser's "back" may bring the page as it was left; what is private only to who is still signed in.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (location.pathname.startsWith('/portal')) return location.reload()
    again()
  })

  // Another language is another page: what was typed goes along, and is kept no longer than that.
  const KEPT = 'typed'
  const typing = () =>
    [...document.querySelectorAll('main input, main select, main textarea')].filter(
      ({ name, type }) => name && type !== 'hidden',
    )
  document.querySelector('.languages')?.addEventListener('click', ({ target }) => {
    if (!target.closest('a')) return
    const fields = typing().map(({ name, value, type, checked }) => ({ name, value, type, checked }))
    try {
      window.sessionStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, fields }))
    } catch {
      // storage is switched off: it has to be typed again
    }
  })
  const fillIn = () => {
    const { path, fields } = JSON.parse(window.sessionStorage.getItem(KEPT) ?? '{}')
    window.sessionStorage.removeItem(KEPT)
    if (path !== location.pathname) return
    for (const { name, value, type, checked } of fields) {
      const chosen = type === 'radio' || type === 'checkbox'
      const field = typing().find((one) => one.name === name && (!chosen || one.value === value))
      if (!field) continue
      if (chosen) field.checked = checked
      else field.value = value
    }
  }
  try {
    fillIn()
  } catch {
    // as above
  }

  const sheet = document.querySelector('[data-poll]')
  if (sheet) {
    const { state, poll } = sheet.dataset
    let wait = poll * 1000
    const look = async () => {
      try {
        const answer = document.hidden
          ? null
          : await fetch(location.href, { headers: { Accept: 'text/html' } })
        const text = answer && answer.status < 500 && (await answer.text())
        if (text && !text.includes(`data-state="${state}"`))
          return location.replace(location.pathname + location.search)
      } catch {
        // offline for a moment: look again
      }
      wait = Math.min(wait * 1.1, Math.max(wait, 15000))
      setTimeout(look, wait)
    }
    setTimeout(look, wait)
  }
}
