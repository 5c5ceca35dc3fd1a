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
