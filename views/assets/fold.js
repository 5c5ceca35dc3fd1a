// Optional: panels that dropped down close by Escape, or by a click anywhere else, and give the focus back.
{
  const opened = () => document.querySelectorAll('details.drop[open]')
  const close = (open) => {
    const hadFocus = document.activeElement.contains(open) || open.contains(document.activeElement)
    open.open = false
    if (hadFocus) open.querySelector('summary').focus({ preventScroll: true })
  }
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]')) return
    opened().forEach(close)
  })
  document.addEventListener('click', ({ target }) => {
    for (const open of opened()) if (!open.contains(target)) close(open)
  })
}
