import type { MethodPage } from '../page.ts'

export const page: MethodPage = {
  label: 'method.stripe',
  hint: 'method.stripe_hint',
  next: 'method.stripe_next',
  button: { text: 'method.stripe_button' },
  icon: 'icons/cards',
  preselected: false,
  choice: null,
  started: (details) =>
    details?.processing === true
      ? { page: 'processing' }
      : { page: 'redirect', to: 'Stripe', url: typeof details?.url === 'string' ? details.url : null },
}
