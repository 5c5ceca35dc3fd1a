// Optional: the preview of the checkout page follows the typed values. Without this, a button shows it.
{
  const form = document.querySelector('[data-preview]')
  const frame = document.querySelector('iframe.preview')
  const { color, remove_logo: remove } = form.elements
  let waiting
  form.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      const address = new URL(frame.src)
      address.searchParams.set('color', color.value)
      if (remove?.checked) address.searchParams.set('logo', 'none')
      else address.searchParams.delete('logo')
      // Not a new entry of the history: "Back" leaves the page.
      frame.contentWindow.location.replace(address)
    }, 300)
  })
}
