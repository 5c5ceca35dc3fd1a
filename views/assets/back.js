// Whoever followed a link to nothing can go back to where it stood; where no page was before, there is no button.
{
  const button = document.querySelector('[data-back]')
  if (history.length < 2) button.closest('p').remove()
  button.addEventListener('click', () => history.back())
}
