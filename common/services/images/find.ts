import { type CopyType, readName } from '../../domain/images/picture.ts'
import { ImageCopy } from './image-copies-table.ts'
import { StoredImage } from './images-table.ts'

/** The state of the copy of a logo's present address. `wrong`: the last try has failed. */
export type LogoState = 'none' | 'pending' | 'copied' | 'wrong'

/** Returns whether a project's pages show the logo of its present address. */
export async function findLogoState(projectId: number): Promise<LogoState> {
  const copy = await ImageCopy.findOne({ where: { projectId, subject: 'project', subjectId: projectId } })
  if (!copy) return 'none'
  if (copy.status === 'copied') return 'copied'
  return copy.error === null ? 'pending' : 'wrong'
}

/** Returns the picture of a project with this name, or null. */
export async function findImage(
  projectId: number,
  name: string,
): Promise<{ type: CopyType; bytes: Buffer } | null> {
  const known = readName(name)
  return known && StoredImage.findOne({ where: { projectId, ...known } })
}
