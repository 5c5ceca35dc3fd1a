import type { Router } from 'express'

/** Returns the path of each page that a router answers a GET with. */
export function pathsOf(router: Router): string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (route) {
      const { path, methods } = route as unknown as {
        path: string | string[]
        methods: Record<string, boolean>
      }
      return methods.get ? [path].flat() : []
    }
    return 'stack' in handle ? pathsOf(handle as Router) : []
  })
}
