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
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => showOffline(ctx?.target))
}
