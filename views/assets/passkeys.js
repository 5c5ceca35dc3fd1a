// Optional: passkeys. The browser signs the challenge of a form before it is sent. Without this, the email code works.
for (const form of document.querySelectorAll('[data-passkey]')) {
  const kind = window.PublicKeyCredential
  const { passkey, options } = form.dataset
  const parse = passkey === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'
  form.hidden = !kind?.[parse] || !kind.prototype.toJSON
  if (form.hidden) continue
  const field = form.elements.passkey
  form.addEventListener('submit', async (event) => {
    if (field.value) return
    // The next submit, with the response, is the one that counts.
    event.preventDefault()
    event.stopPropagation()
    const button = event.submitter
    try {
      const publicKey = kind[parse](JSON.parse(options))
      field.value = JSON.stringify(await navigator.credentials[passkey]({ publicKey }))
      form.requestSubmit(button)
    } catch {
      const problem = form.querySelector('[data-failed]')
      problem.textContent = problem.dataset.failed
    }
  })
}
