// Optional: buttons that only draw a form again change their part of it, without loading the page.
{
  document.addEventListener('keydown', (event) => {
    const { key, target, isComposing } = event
    if (key !== 'Enter' || isComposing || !target.matches('.picker [type=search]')) return
    event.preventDefault()
    target.closest('.picker').querySelector('[hx-post]').click()
  })
  document.addEventListener('htmx:after:request', (event) => {
    const { sourceElement: button, target, text } = event.detail.ctx
    if (!button.matches('[hx-post]') || text.includes(` id="${target.id}"`)) return
    event.preventDefault()
    button.form.requestSubmit(button) // the browser shows what there is instead
  })
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    const status = ctx?.target.querySelector('[data-offline]')
    if (status) status.textContent = status.dataset.offline
  })
}
