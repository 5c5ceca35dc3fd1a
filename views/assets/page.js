// Optional: copy buttons, one press pays once, waiting pages that update themselves.
{
  const root = document.documentElement
  root.classList.add('js')
  // The browser scrolls to the focus when it first paints. Parts that load later may cover it.
  document.querySelector('[autofocus]:focus')?.scrollIntoView({ block: 'nearest' })

  const status = document.querySelector('[data-status]')
  const announce = (text) => {
    status.textContent = text
  }

  const copy = async (text) => {
    try {
      return await navigator.clipboard.writeText(text)
    } catch {
      // Not available without https or inside Android apps. The old way below works in both.
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
    // "Copied" stays until another value is copied, so that customers see which they copied last.
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
    announce('')
    setTimeout(() => announce(button.dataset.copied))
  })

  // A phone's key "Next" goes to the next field. Some phones would send the form instead.
  document.addEventListener('keydown', (event) => {
    const { key, target, isComposing } = event
    if (key !== 'Enter' || isComposing || target.enterKeyHint !== 'next') return
    if (!matchMedia('(pointer: coarse)').matches) return
    const fields = typing().filter((field) => field.offsetParent)
    event.preventDefault()
    fields[fields.indexOf(target) + 1]?.focus()
  })

  const PATIENCE = 20_000
  // A second press while the first is in progress does nothing. The button is not disabled, because then it would lose the
  // focus and its value would not be sent.
  let sent = null
  let label = null // the button's own text
  const again = () => {
    sent?.removeAttribute('aria-disabled')
    if (label) sent.replaceChildren(...label)
    label = null
    sent = null
  }
  document.addEventListener('submit', (event) => {
    if (sent) return event.preventDefault()
    sent = event.submitter
    if (!sent) return
    const pressed = sent
    // A customer who stopped the slow request in the browser may press again.
    setTimeout(() => sent === pressed && again(), PATIENCE)
    sent.setAttribute('aria-disabled', 'true')
    if (!sent.dataset.busy) return
    label = [...sent.childNodes]
    sent.textContent = sent.dataset.busy
    announce(sent.dataset.busy)
  })
  // "Back" may show the page as it was. The portal must load again, because the session may be over.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (location.pathname.startsWith('/portal')) return location.reload()
    again()
  })

  // A change of language loads another page. Takes the typed values along, and keeps them no longer than that.
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
      // storage is switched off: the customer must type the values again
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
      else if (field.value !== value) {
        field.value = value
        field.closest('details')?.setAttribute('open', '')
      }
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
    const check = async () => {
      try {
        const answer = document.hidden
          ? null
          : await fetch(location.href, { headers: { Accept: 'text/html' } })
        const text = answer && answer.status < 500 && (await answer.text())
        if (text && !text.includes(`data-state="${state}"`))
          return location.replace(location.pathname + location.search)
      } catch {
        // offline for a moment: check again
      }
      wait = Math.min(wait * 1.1, Math.max(wait, 15000))
      setTimeout(check, wait)
    }
    setTimeout(check, wait)
  }
}
