// Shows the amount of the chosen length, and its last day, next to the form, and the amount on its button.
{
  const length = document.querySelector('[data-chosen-length]')
  const amount = document.querySelector('.amount')
  const buttonText = document.querySelector('[data-chosen]') // null if the button shows no amount
  const paidUntil = document.querySelector('[data-chosen-day]') // null for a new subscription
  const menu = document.querySelector('[name=other_periods]')
  const partsOf = (chosen) => {
    if (chosen.value !== 'other') {
      const [title, sum] = chosen.nextElementSibling.children
      return [title.textContent, sum.textContent, chosen.dataset.day]
    }
    const { text, dataset } = menu.selectedOptions[0]
    return [...text.split(' · '), dataset.day]
  }
  const follow = () => {
    const chosen = document.querySelector('[name=periods]:checked')
    if (!chosen) return
    const [title, sum, day] = partsOf(chosen)
    length.textContent = title
    document.querySelector('[data-if-chosen]').hidden = false
    document.querySelector('[data-unless-chosen]').hidden = true
    amount.textContent = sum
    if (paidUntil) paidUntil.textContent = paidUntil.dataset.chosenDay.replace('*', day)
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
