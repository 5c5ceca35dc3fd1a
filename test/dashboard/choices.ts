import type { Choices } from '../../api/dashboard/kit/picker.ts'

/** Returns the options of a field: all that there are, or the newest of more. */
export function choices<Item>(
  newest: Item[],
  changes: Partial<Choices<Item>> = {},
): Choices<Item> & { chosen: Item[] } {
  return { newest, isCut: false, found: new Map(), chosen: [], ...changes }
}

/** Returns the results of a search in a field, and what the sent form then holds. */
export function searched<Item>(field: string, text: string, items: Item[], isCut = false) {
  return {
    offer: { isCut: true, found: new Map([[field, { items, isCut }]]) },
    typed: {
      [`${field}:search`]: text,
      [`${field}:shown`]: '',
      action: `redraw find ${field}`,
    },
  }
}
