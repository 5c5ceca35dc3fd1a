import { readdirSync } from 'node:fs'
import type { Locale } from '../../common/kit/languages.ts'
import { catalogue } from '../../common/services/text/catalogue.ts'
import { translate } from '../../common/services/text/translate.ts'
import { viewsFolder } from '../../common/services/text/views.ts'
import { assetUrl } from './assets.ts'
import { compile, type Helpers, type Template } from './compile.ts'
import { sheet } from './sheets.ts'

export type Templates = ReadonlyMap<string, Template>

/** Every template of a page is a partial too. Emails have a language of their own, and are written by workers. */
export const templateNames: readonly string[] = readdirSync(viewsFolder, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.hbs') && !file.startsWith('emails'))
  .map((file) => file.slice(0, -'.hbs'.length).replaceAll('\\', '/'))

const byLanguage = new WeakMap<object, Templates>()

/** All templates with the sentences of one language written in. Each is compiled when it is first shown. */
export function templatesOf(locale: Locale): Templates {
  const sentences = catalogue[locale]
  let templates = byLanguage.get(sentences)
  if (!templates) byLanguage.set(sentences, (templates = openTemplates(locale)))
  return templates
}

function openTemplates(locale: Locale): Templates {
  const helpers: Helpers = {
    t: translate(locale),
    asset: assetUrl,
    sheet,
    lookup: (object: Record<string, string>, name: string) => object[name]!,
  }
  const templates: Templates = new Map(
    templateNames.map((name) => [name, onFirstUse(() => compile(name, helpers, part))]),
  )
  const part = (name: string) => {
    const found = templates.get(name)
    if (!found) throw new Error(`no template ${name}`)
    return found
  }
  return templates
}

/** A template that is made when it is first asked for. */
function onFirstUse(make: () => Template): Template {
  let made: Template | undefined
  return (it, root) => (made ??= make())(it, root)
}
