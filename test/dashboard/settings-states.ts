import { formView } from '../../api/dashboard/kit/form-view.ts'
import { brandView } from '../../api/dashboard/settings/brand-view.ts'
import { methodForm } from '../../api/dashboard/settings/method-view.ts'
import { type MethodsInput, methodsView } from '../../api/dashboard/settings/methods-view.ts'
import { settingsView } from '../../api/dashboard/settings/overview-view.ts'
import { sampleCheckout } from '../../api/dashboard/settings/sample-checkout.ts'
import { shopForm } from '../../api/dashboard/settings/shop-view.ts'
import { checkoutView } from '../../api/pages/checkout/view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import type { Picture } from '../../common/domain/images/picture.ts'
import type { Locale } from '../../common/kit/languages.ts'
import { settingsForms } from '../../common/methods/all.ts'
import { PROVIDER_FAULTS } from '../../common/methods/provider.ts'
import type { LogoState } from '../../common/services/images/find.ts'
import { serializeProject } from '../../common/services/projects/rows.ts'
import { project } from '../pages/view/fixtures.ts'
import { LONG } from '../portal/fixtures.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const qpay = { enabled: true, username: 'NOMYN_ULGII', password: 's3cret', invoice_code: 'NOMYN_INVOICE' }
const shop = {
  ...project,
  paymentSettings: { ...project.paymentSettings, qpay: { test: qpay }, stripe: { test: { enabled: false } } },
}
const settings = serializeProject(shop)
interface Typed {
  typed?: Record<string, string>
  errors?: Record<string, string>
}

function shopState({ typed = {}, errors = {} }: Typed = {}): State {
  return (locale) => formView(shopForm, { ...inShop(locale), item: settings, typed, errors })
}

function brand({ typed = {}, errors = {} }: Typed = {}): State {
  return (locale) => brandView({ ...inShop(locale), project: shop, logoState: 'copied', typed, errors })
}

const LOGO: Picture = { path: '/assets/pictures/shelf-320x80.png', width: 320, height: 80, clear: true }

/** The page with a logo: our copy is shown once it has arrived, or if it was uploaded. */
function logo(logoState: LogoState, { typed = {}, errors = {} }: Typed = {}): State {
  const logoUrl = `https://shop.example.mn/${'logo'.repeat(30)}.png`
  const project = { ...shop, logoUrl, logo: logoState === 'copied' ? LOGO : null }
  return (locale) => brandView({ ...inShop(locale), project, logoState, typed, errors })
}

function methods(changes: Partial<MethodsInput> = {}): State {
  return (locale) => methodsView({ ...inShop(locale), project: shop, settings, tested: null, ...changes })
}

function method(at: number, { typed = {}, errors = {} }: Typed = {}, item = settings): State {
  return (locale) => formView(methodForm(settingsForms[at]!), { ...inShop(locale), item, typed, errors })
}

function tested(fault: NonNullable<MethodsInput['tested']>['check']['fault'], said: string[] = []): State {
  return methods({ tested: { name: 'qpay', check: { ok: fault === null, fault, problems: said } } })
}

/** Pages of the settings, by the name of their state. */
export const settingsStates: Record<string, State> = {
  'dashboard-settings': (locale) => settingsView({ ...inShop(locale), project: shop }),
  'dashboard-settings-shop': shopState(),
  'dashboard-settings-shop-wrong': shopState({
    typed: { name: '', email: 'saraa@', timezone: 'UTC', address: LONG },
    errors: {
      ...{ name: 'errors.settings_name', email: 'errors.email_invalid' },
      timezone: 'errors.settings_timezone',
    },
  }),
  'dashboard-settings-brand': brand(),
  'dashboard-settings-brand-pending': logo('pending'),
  'dashboard-settings-brand-logo-wrong': logo('wrong'),
  'dashboard-settings-brand-logo': logo('copied'),
  'dashboard-settings-brand-wrong': logo('copied', {
    typed: { color: '#aa3300', remove_logo: '1' },
    errors: { logo: 'errors.picture_kind' },
  }),
  'dashboard-settings-preview': (locale) =>
    checkoutView(sampleCheckout({ ...inShop(locale), project: shop }, new Date('2026-08-12T11:10:00Z'))),
  'dashboard-settings-methods': methods(),
  'dashboard-settings-methods-tested': tested(null),
  'dashboard-settings-methods-refused': tested('account', ['QPay answered 401 AUTHENTICATION_FAILED.']),
  ...Object.fromEntries(
    settingsForms.map(({ name }, at) => [`dashboard-settings-${name.replace('_', '-')}`, method(at)]),
  ),
  'dashboard-settings-method-wrong': method(
    0,
    {
      typed: { username: 'SHOP', enabled: '1' },
      errors: { password: 'errors.settings_required', invoice_code: 'errors.text_unfit' },
    },
    serializeProject(project), // nothing is stored yet
  ),
}

/** Pages that only differ by a sentence from those above. */
export const rareSettingsStates: State[] = [
  ...[...PROVIDER_FAULTS, 'incomplete' as const].map((fault) => tested(fault, ['A'])),
  brand({ errors: { logo: 'errors.picture_again' } }),
  methods({ isTest: false }),
  methods({
    settings: serializeProject({
      ...shop,
      paymentSettings: { ...shop.paymentSettings, qpay: { test: { enabled: false, username: 'NOMYN' } } },
    }),
  }),
  methods({ project: { ...shop, currency: 'USD' } }),
  (locale) => settingsView({ ...inShop(locale), isTest: false, project: { ...shop, paymentSettings: {} } }),
]
