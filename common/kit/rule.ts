/**
 * The kinds of values that requests give, with their limits; `api/given.ts` has a schema for each. A limit that is left out
 * follows from the field: from the values of its kind, or from the text that its column holds.
 */
export interface Rules {
  flag: []
  id: []
  amount: [least?: number]
  wholeNumber: [least?: number, most?: number]
  /** An ISO 8601 time with an offset. */
  time: []
  choice: []
  /** Text of up to `longest` code points. */
  text: [longest?: number, more?: { lineBreaks: boolean }]
  /** Text that matches `regex`; `form` describes it in errors. */
  pattern: [regex: RegExp, form: string]
  /** Text that `fits` accepts; `form` describes it in errors. */
  matching: [fits: (value: string) => boolean, form: string]
  email: []
  /** An absolute address. */
  webAddress: [more?: WebAddressRule]
  metadata: []
}

export interface WebAddressRule {
  /** The field is shared by test and live mode. */
  bothModes?: boolean
  /** The names in braces that are replaced in the address; others are refused. Undefined: braces are not special. */
  placeholders?: readonly string[]
}

/** The values that requests may give for a field: the name of a kind, and its limits. */
export type Rule = { [Name in keyof Rules]: readonly [name: Name, ...limits: Rules[Name]] }[keyof Rules]
