// Goes back to the page with the broken link. The button is invisible if there was no page before; its space stays, so that
// nothing moves.
{
  const button = document.querySelector('[data-back]')
  if (history.length < 2) button.style.visibility = 'hidden'
  button.addEventListener('click', () => history.back())
}
