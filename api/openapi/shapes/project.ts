import type { presentProject } from '../../../common/projects/present-project.ts'
import { exactly, Shape } from '../shape.ts'
import { choice, createdAt, flag, id, nullable, text, updatedAt, url } from '../values.ts'

export const project = new Shape<ReturnType<typeof presentProject>>({
  name: 'Project',
  description: 'Your project and its settings, the same in test and live mode.',
  properties: {
    id: id('The project.'),
    name: text('The shop, as customers know it.'),
    currency: text('The currency of every amount (ISO 4217).', { pattern: '^[A-Z]{3}$' }),
    country: text('The country in two letters (ISO 3166).', { pattern: '^[A-Z]{2}$' }),
    timezone: text('Whose days billing counts: an IANA name.'),
    locale: choice('The language where a customer asks for none.', ['en', 'mn']),
    plan: choice('What the operator allows the project.', ['starter', 'growth']),
    email: nullable(text('Where letters to you and replies of customers go.')),
    support_phone: nullable(text('Whom customers can call.')),
    legal_name: nullable(text('The name on receipts.')),
    registration_number: nullable(text('The registration number on receipts.')),
    address: nullable(text('The address on receipts.')),
    terms_url: nullable(url('Your terms.')),
    logo_url: nullable(url('Your logo, as you gave it; we show a copy of our own.')),
    color: nullable(text("Your colour, for buttons and links: '#1f5fd0'.")),
    invoice_prefix: text("What invoice numbers begin with: 'INV' gives INV-0001."),
    payment_methods: exactly(
      {
        bank_transfer: exactly(
          {
            enabled: flag('Whether customers can choose it.'),
            bank_name: nullable(text('Your bank.')),
            account_number: nullable(text('Your account.')),
            account_holder: nullable(text('Whose account it is.')),
          },
          'A transfer to your account, which you confirm.',
        ),
      },
      'How customers can pay.',
    ),
    created_at: createdAt,
    updated_at: updatedAt,
  },
  example: {
    id: 1,
    name: 'Shop',
    currency: 'MNT',
    country: 'MN',
    timezone: 'Asia/Ulaanbaatar',
    locale: 'mn',
    plan: 'starter',
    email: 'hello@shop.example.org',
    support_phone: '+97677112233',
    legal_name: 'Shop LLC',
    registration_number: null,
    address: null,
    terms_url: 'https://shop.example.org/terms',
    logo_url: null,
    color: '#1f5fd0',
    invoice_prefix: 'INV',
    payment_methods: {
      bank_transfer: {
        enabled: true,
        bank_name: 'Khan Bank',
        account_number: '5001234567',
        account_holder: 'Shop LLC',
      },
    },
    created_at: '2026-01-01T00:00:00.000000Z',
    updated_at: '2026-01-05T01:00:00.000000Z',
  },
})
