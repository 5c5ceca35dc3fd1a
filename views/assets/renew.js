// The sum beside the form, and on its button, are those of the length that is chosen.
{
  const [label, amount, button] = ['[data-chosen-label]', '[data-chosen-amount]', '[data-chosen]'].map(
    (one) => document.querySelector(one),
  )
  const follow = () => {
    const chosen = document.querySelector('[name=periods]:checked')
    if (!chosen) return
    label.textContent = chosen.dataset.about
    amount.textContent = chosen.dataset.amount
    button.textContent = chosen.dataset.pays
  }
  document.addEventListener('change', follow)
}
