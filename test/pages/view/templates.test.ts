import { expect } from 'chai'
import { templateNames, templatesOf } from '../../../api/pages/templates.ts'
import { LOCALES } from '../../../common/kit/languages.ts'

// A template is compiled when it is first shown: a mistake in one is to stop the tests and not a customer's payment.
describe('the templates of pages', () => {
  for (const locale of LOCALES)
    it(`can all be compiled, with the sentences of ${locale} written in`, () => {
      const templates = templatesOf(locale)
      expect(templateNames).to.include.members(['payable/pay', 'portal/list', 'errors/error', 'layouts/page'])
      // What one needs of a view is missing here; what it says wrong is said before anything is looked up.
      for (const name of templateNames)
        try {
          templates.get(name)?.({ page: { languages: [] } })
        } catch (error) {
          expect(String(error), name).to.match(/no template undefined/)
        }
    })
})
