// Optional: finds the options of a field without loading the page again.
{
  const FIND = '.picker button'
  document.addEventListener('keydown', (event) => {
    const { key, target, isComposing } = event
    if (key !== 'Enter' || isComposing || !target.matches('.picker [type=search]')) return
    event.preventDefault()
    target.closest('.picker').querySelector('button').click()
  })
  document.addEventListener('htmx:after:request', (event) => {
    const { sourceElement: button, target, text } = event.detail.ctx
    if (!button.matches(FIND) || text.includes(` id="${target.id}"`)) return
    event.preventDefault()
    button.form.requestSubmit(button) // the browser shows what there is instead
  })
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (!ctx?.sourceElement.matches(FIND)) return
    const status = ctx.target.querySelector('[data-offline]')
    status.textContent = status.dataset.offline
  })
}
