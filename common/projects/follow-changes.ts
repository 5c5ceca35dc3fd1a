import { announce, listen } from '../runtime/announce.ts'
import { forgetProject } from './find-project.ts'

/** Call it after the commit of a change to a project: nobody shows the old settings from here on. */
export function projectChanged(id: number): void {
  forgetProject(id)
  announce('project.changed', id)
}

/** Lets this process hear of changes made in others. */
export function followChanges(): ReturnType<typeof listen> {
  return listen({ 'project.changed': forgetProject })
}
