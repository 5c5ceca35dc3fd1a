import { readdirSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import Handlebars from 'handlebars'
import type { Locale } from '../../common/kit/format.ts'
import type { SentenceKey } from '../../common/kit/sentence-key.ts'
import { unturned } from '../../common/kit/text.ts'
import { readTemplate } from '../../common/text/template.ts'
import { type Params, translate } from '../../common/text/translate.ts'
import { viewsFolder } from '../../common/text/views-folder.ts'
import { assetUrl } from './assets.ts'

/** What every page is given, under `page`: its language, and the nonce of the one style with the merchant's colour. */
export interface PageContext {
  nonce: string
  lang: Locale
}

interface Options {
  data: { root: { page: PageContext } }
  hash: Params
}

const engine = Handlebars.create()
const templates = new Map<string, Handlebars.TemplateDelegate>()

engine.registerHelper('t', (key: SentenceKey, { data, hash }: Options) =>
  translate(data.root.page.lang)(key, hash),
)
engine.registerHelper('asset', assetUrl)

for (const file of readdirSync(viewsFolder, { recursive: true, encoding: 'utf8' })) {
  // Emails have a language of their own, and are written by workers.
  if (file.endsWith('.hbs') && !file.startsWith('emails'))
    add(file.slice(0, -'.hbs'.length).replaceAll('\\', '/'))
}

/** Every template is a partial too. Compiled now, so that a mistake stops the start and not a customer's payment. */
function add(name: string): void {
  const options = { knownHelpers: { t: true, asset: true }, knownHelpersOnly: true, preventIndent: true }
  const compiled = engine.template(
    runInThisContext(
      `(${engine.precompile(readTemplate(name), options) as string})`,
    ) as TemplateSpecification,
  )
  engine.registerPartial(name, compiled)
  templates.set(name, compiled)
}

/** A render is only string work. What the view holds is escaped; nothing in it is ever taken for markup. */
export function render(template: string, view: object): string {
  const run = templates.get(template)
  if (!run) throw new Error(`no template ${template}`)
  return straight(run(view))
}

/** What a form sends back and where a link leads stay as they are: there nothing is read. */
const UNREAD = /((?:value|href|content)="[^"]*")/

/** Who typed a turn of direction into a name must not turn the sums and sentences around it. */
function straight(html: string): string {
  if (unturned(html) === html) return html
  return html
    .split(UNREAD)
    .map((part, index) => (index % 2 === 1 ? part : unturned(part)))
    .join('')
}
