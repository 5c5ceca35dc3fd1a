// Optional: one box ticks all payments of the page, and the button says how many are ticked and their sum.
{
  const form = () => document.querySelector('form[data-decimals]')
  const boxes = () => [...form().querySelectorAll('article [type=checkbox]')]

  const count = () => {
    const text = form()?.querySelector('[data-ticked]')
    if (!text) return
    const decimals = Number(form().dataset.decimals)
    const ticked = boxes().filter(({ checked }) => checked)
    const all = form().querySelector('[data-tick-all]')
    all.checked = ticked.length === boxes().length
    all.indeterminate = ticked.length > 0 && !all.checked
    const sum = ticked.reduce((total, { value }) => total + Number(value), 0) / 10 ** decimals
    const shown = sum.toLocaleString('en', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    text.textContent = ticked.length
      ? text.dataset.ticked.replace('{count}', ticked.length).replace('{sum}', shown)
      : text.dataset.plain
  }

  document.addEventListener('input', ({ target }) => {
    if (!target.closest('form[data-decimals]')) return
    if (target.matches('[data-tick-all]')) {
      const { checked } = target // each event below counts, and changes the target
      for (const box of boxes().filter((one) => one.checked !== checked)) {
        box.checked = checked
        box.dispatchEvent(new Event('input', { bubbles: true })) // an update of the page keeps it
      }
    }
    count()
  })
  // "Back" and an update of the page may bring other payments or ticks.
  addEventListener('pageshow', count)
  document.addEventListener('htmx:after:swap', count)
}
