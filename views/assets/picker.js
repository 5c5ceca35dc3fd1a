// Optional: buttons that only draw a form again change their part of it, without loading the page.
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
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => showOffline(ctx?.target))
}
