// Optional: one box ticks all payments of the page, and the button says how many are ticked and their sum.
{
  const form = () => document.querySelector('form[data-amount-options]')
  const boxes = () => [...form().querySelectorAll('article [type=checkbox]')]

  const count = () => {
    const text = form()?.querySelector('[data-ticked]')
    if (!text) return
    const options = JSON.parse(form().dataset.amountOptions)
    const ticked = boxes().filter(({ checked }) => checked)
    const all = form().querySelector('[data-tick-all]')
    all.checked = ticked.length === boxes().length
    all.indeterminate = ticked.length > 0 && !all.checked
    const sum =
      ticked.reduce((total, { value }) => total + Number(value), 0) / 10 ** options.maximumFractionDigits
    const shown = new Intl.NumberFormat(document.documentElement.lang, options).format(sum)
    text.textContent = ticked.length
      ? text.dataset.ticked.replace('{count}', ticked.length).replace('{sum}', shown)
      : text.dataset.plain
  }

  document.addEventListener('input', ({ target }) => {
    if (!target.closest('form[data-amount-options]')) return
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
