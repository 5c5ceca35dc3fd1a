import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { partsIn } from '../../common/services/emails/render.ts'

describe('the parts of emails', () => {
  it('are the templates of a folder, without other files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parts-'))
    try {
      const files = [
        'button.hbs',
        'preview-padding.hbs',
        '.DS_Store',
        '._button.hbs',
        'button.hbs~',
        'notes.md',
      ]
      for (const file of files) await writeFile(join(folder, file), '')
      expect(partsIn(folder)).to.have.members(['button', 'preview-padding'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
