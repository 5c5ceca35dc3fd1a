interface Page {
  readonly data: readonly { readonly id: number }[]
  readonly meta:
    { readonly has_more: boolean } | { readonly current_page: number; readonly last_page: number }
}

/** The requested part of a list. */
export interface Part {
  readonly page?: number
  readonly limit?: number
  readonly after?: number
  readonly before?: number
}

/** A list: `await` it for one page, or iterate over all of it with `for await`. */
export class List<P extends Page> implements PromiseLike<P>, AsyncIterable<P['data'][number]> {
  readonly #ask: (part: Part) => Promise<P>
  readonly #part: Part

  constructor(ask: (part: Part) => Promise<P>, part: Part) {
    this.#ask = ask
    this.#part = part
  }

  then<A = P, B = never>(
    onPage?: ((page: P) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#ask(this.#part).then(onPage, onError)
  }

  /**
   * Reads page after page by id, so objects that are added meanwhile cause no gaps and no duplicates. Newest first, or
   * oldest first if `after` is set.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<P['data'][number], void, undefined> {
    const { page, ...rest } = this.#part
    let part: Part = { limit: MOST_PER_PAGE, ...this.#part }
    for (;;) {
      const { data, meta } = await this.#ask(part)
      yield* data
      const last = data.at(-1)
      const hasMore = 'has_more' in meta ? meta.has_more : meta.current_page < meta.last_page
      if (!last || !hasMore) return
      part = {
        limit: MOST_PER_PAGE,
        ...rest,
        ...(rest.after === undefined ? { before: last.id } : { after: last.id }),
      }
    }
  }
}

const MOST_PER_PAGE = 100
