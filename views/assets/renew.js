// Shows the amount of the chosen length next to the form and on its button.
{
  const label = document.querySelector('[data-chosen-label]')
  const amount = label.nextElementSibling
  const buttonText = document.querySelector('[data-chosen]') // null if the button shows no amount
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
    if (buttonText) buttonText.textContent = buttonText.dataset.chosen.replace('*', sum)
  }
  document.addEventListener('change', ({ target }) => {
    if (target === menu) document.querySelector('#other').checked = true
    follow()
  })
  // After a change of language, or after "back", another length is chosen without an event.
  addEventListener('pageshow', () => {
    const chosen = document.querySelector('[name=periods]:checked')
    if (chosen && (!chosen.defaultChecked || chosen.value === 'other')) follow()
  })
}
