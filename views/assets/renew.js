// The sum beside the form, and on its button, are those of the length that is chosen.
{
  const label = document.querySelector('[data-chosen-label]')
  const amount = label.nextElementSibling
  const words = document.querySelector('[data-chosen]') // none where the button names no sum
  const menu = document.querySelector('[name=other_periods]')
  const partsOf = (chosen) =>
    chosen.value === 'other'
      ? [...menu.selectedOptions[0].text.split(' · '), menu.selectedOptions[0].dataset.until]
      : [...chosen.nextElementSibling.children].map((part) => part.textContent)
  const follow = () => {
    const chosen = document.querySelector('[name=periods]:checked')
    if (!chosen) return
    const [title, sum, until] = partsOf(chosen)
    label.textContent = `${label.dataset.chosenLabel}, ${title}, ${until}`
    amount.textContent = sum
    if (words) words.textContent = words.dataset.chosen.replace('*', sum)
  }
  document.addEventListener('change', ({ target }) => {
    if (target === menu) document.querySelector('#other').checked = true
    follow()
  })
  // What was chosen before the language was changed, or on the way back, is chosen again without a press.
  addEventListener('pageshow', () => {
    const chosen = document.querySelector('[name=periods]:checked')
    if (chosen && (!chosen.defaultChecked || chosen.value === 'other')) follow()
  })
}
