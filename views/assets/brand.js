// Optional: the preview of the checkout page follows the typed values. Without this, a button shows it.
{
  const form = document.querySelector('[data-preview]')
  const frame = document.querySelector('iframe.preview')
  const { color, logo_url: logo } = form.elements
  const saved = logo.defaultValue
  let waiting
  form.addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      const address = new URL(frame.src)
      address.searchParams.set('color', color.value)
      if (logo.value.trim() === saved) address.searchParams.delete('logo')
      else address.searchParams.set('logo', 'none')
      // Not a new entry of the history: "Back" leaves the page.
      frame.contentWindow.location.replace(address)
    }, 300)
  })
}
