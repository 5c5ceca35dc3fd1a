import { readdirSync } from 'node:fs'
import type { Locale } from '../../common/kit/languages.ts'
import { catalogue } from '../../common/services/text/catalogue.ts'
import { translate } from '../../common/services/text/translate.ts'
import { viewsFolder } from '../../common/services/text/views.ts'
import { assetUrl } from './assets.ts'
import { compile, type Helpers, type Template } from './compile.ts'
import { sheet } from './sheets.ts'

export type Templates = ReadonlyMap<string, Template>

/** The names of all templates except emails, which workers render. Every one is a partial, too. */
export const templateNames: readonly string[] = readdirSync(viewsFolder, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.hbs') && !file.startsWith('emails'))
  .map((file) => file.slice(0, -'.hbs'.length).replaceAll('\\', '/'))

const byLanguage = new WeakMap<object, Templates>()

/** Returns all templates in one language. Each is compiled when it is first rendered. */
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
    if (!found) throw new Error(`there is no template views/${name}.hbs`)
    return found
  }
  return templates
}

/** Returns a template that `make` creates when it is first rendered. */
function onFirstUse(make: () => Template): Template {
  let made: Template | undefined
  return (it, root) => (made ??= make())(it, root)
}
