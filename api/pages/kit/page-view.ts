/** A page to be shown: its template, and all that stands in it. */
export interface PageView {
  status: number
  template: string
  view: object
}

/** Instead of a page: where it is to be had. */
export interface Elsewhere {
  goTo: string
}
