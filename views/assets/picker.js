// Optional: the buttons "Find" and "Remove this item" replace only their part of the form, without loading the page.
{
  document.addEventListener('keydown', (event) => {
    const { key, target, isComposing } = event
    if (key !== 'Enter' || isComposing || !target.matches('.picker [type=search]')) return
    event.preventDefault()
    target.closest('.picker').querySelector('[hx-post]').click()
  })
  const showOffline = (target) => {
    const status = target?.querySelector('[data-offline]')
    if (status) status.textContent = status.dataset.offline
  }
  document.addEventListener('htmx:after:request', (event) => {
    const { sourceElement: button, target, text, response } = event.detail.ctx
    if (!button.matches('[hx-post]')) return
    const isFailed = response.status >= 500 || response.status === 429
    if (!isFailed && text.includes(` id="${target.id}"`)) return
    event.preventDefault()
    if (isFailed) return showOffline(target)
    button.form.requestSubmit(button) // the browser shows what there is instead
  })
  // An answer must not undo what the member did since the button was pressed.
  const sent = new WeakMap()
  const stateOf = ({ type, checked, value }) => (type === 'checkbox' ? checked : value)
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    const fields = [...ctx.target.querySelectorAll('input, select, textarea')]
    sent.set(ctx, new Map(fields.map((field) => [field, stateOf(field)])))
  })
  document.addEventListener('htmx:before:swap', (event) => {
    const { ctx, tasks } = event.detail
    if (!ctx.sourceElement.matches('[hx-post]')) return
    const [{ fragment }] = tasks
    const isChanged = ([field, state]) => field.isConnected && stateOf(field) !== state
    const changed = [...sent.get(ctx)].filter(isChanged).map(([field]) => field)
    const { activeElement: active, body } = document
    if (changed.length > 0 || (active !== body && !ctx.target.contains(active)))
      for (const field of fragment.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus')
    for (const field of changed) {
      const fresh = fragment.querySelector(`[name="${CSS.escape(field.name)}"]`)
      if (!fresh) return event.preventDefault() // the member may press again
      fresh.checked = field.checked
      fresh.value = field.value
      if (fresh.value !== field.value)
        fresh.add(new Option(field.selectedOptions[0].text, field.value, false, true))
    }
  })
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (ctx?.sourceElement.matches('[hx-post]')) showOffline(ctx.target)
  })

  // A change of language loads another page, without the results of a search. page.js takes along all other values.
  const CHOSEN = 'chosen'
  const menus = () => [...document.querySelectorAll('.picker select')]
  document.querySelector('.languages')?.addEventListener('click', ({ target }) => {
    if (!target.closest('a')) return
    const chosen = menus().map(({ name, value, selectedOptions: [{ text }] }) => ({ name, value, text }))
    try {
      window.sessionStorage.setItem(CHOSEN, JSON.stringify({ path: location.pathname, chosen }))
    } catch {
      // storage is switched off: the member must search again
    }
  })
  const choose = () => {
    const { path, chosen } = JSON.parse(window.sessionStorage.getItem(CHOSEN) ?? '{}')
    window.sessionStorage.removeItem(CHOSEN)
    if (path !== location.pathname) return
    // A text that this page has not searched for would turn the next save into a search.
    for (const field of document.querySelectorAll('.picker [type=search]')) field.value = field.defaultValue
    for (const { name, value, text } of chosen) {
      const menu = menus().find((one) => one.name === name)
      if (menu && menu.value !== value) menu.add(new Option(text, value, false, true))
    }
  }
  try {
    choose()
  } catch {
    // as above
  }
}
