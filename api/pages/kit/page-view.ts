/** A page to be shown: its template, and the template's values. */
export interface PageView {
  status: number
  template: string
  view: object
}

/** Instead of a page: where it is to be had. */
export interface Elsewhere {
  goTo: string
}
