// Whoever followed a link to nothing can go back to where it stood. Where no page was before there is no button; its
// place stays, so that nothing moves.
{
  const button = document.querySelector('[data-back]')
  if (history.length < 2) button.style.visibility = 'hidden'
  button.addEventListener('click', () => history.back())
}
