import { expect } from 'chai'
import { templateNames, templatesOf } from '../../../api/pages/templates.ts'
import { LOCALES } from '../../../common/kit/languages.ts'

// A template is compiled when it is first used. Its mistakes must fail here, not on a customer's payment.
describe('the templates of pages', () => {
  for (const locale of LOCALES)
    it(`compile with the sentences of ${locale}`, () => {
      const templates = templatesOf(locale)
      expect(templateNames).to.include.members(['payable/pay', 'portal/list', 'errors/error', 'layouts/page'])
      // Rendering fails later because the view is empty. Mistakes in a template fail before that.
      for (const name of templateNames)
        try {
          templates.get(name)?.({ page: { languages: [] } })
        } catch (error) {
          expect(String(error), name).to.match(/no template views\/undefined/)
        }
    })
})
