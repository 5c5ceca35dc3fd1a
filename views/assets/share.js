// Optional: the share sheet of a phone sends the message with the link by any of its programs.
if (navigator.share && matchMedia('(pointer: coarse)').matches) {
  document.documentElement.classList.add('shares')
  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('[data-share]')
    try {
      if (button) await navigator.share({ text: button.dataset.share })
    } catch {
      // the member closed the sheet
    }
  })
}
