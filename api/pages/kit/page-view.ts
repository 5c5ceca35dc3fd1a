import type { Request, Response } from 'express'

/** A page to render: its template, and the values in it. */
export interface PageView {
  status: number
  template: string
  view: object
}

/** A redirect instead of a page. */
export interface Redirect {
  goTo: string
}

/** A file instead of a page. */
export interface Download {
  /** Sends the file. Throws only before anything is sent; an error page then follows. */
  send(request: Request, response: Response): Promise<void>
}
