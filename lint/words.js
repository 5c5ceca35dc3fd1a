/** Names, comments, test titles, documents, strings: a word that is wrong wherever it is. */
const EVERYWHERE = ['prose', 'text', 'name']
/** A beginning or a phrase that is wrong in a sentence only: labels and short strings may have it. */
const PROSE = ['prose']

/**
 * Words and phrases that make a reader stop, each with what to write instead and why.
 *
 * `find` is a regular expression without regard to case; a space in it matches any white space. `^` matches where
 * a sentence begins. `in` says which kinds of text are checked, prose and text unless it is given:
 * - `prose`: comments, also in code blocks, test titles and Markdown
 * - `text`: other strings, templates and YAML
 * - `name`: declared names and paths of files, split into words: `readCompanions` is "read companions"
 */
export const words = [
  // Old words
  { find: 'mend(s|ed|ing)?', instead: 'fix, repair', because: 'old word', in: EVERYWHERE },
  {
    find: '(whoever|whosoever|whomever|whomsoever)',
    instead: 'name the role: "a caller that …", "any customer"',
    because: 'does not say who is meant',
    in: EVERYWHERE,
  },
  {
    find: '(nobody|somebody|anybody|everybody)',
    instead: 'no one, someone, anyone; better the role: "no worker", "another customer"',
    because: 'does not say who is meant',
    in: EVERYWHERE,
  },
  { find: '(beget|begets|begat|begotten)', instead: 'create, cause', because: 'old word', in: EVERYWHERE },
  {
    find: 'looks?(?! up)',
    instead: 'get, definition, appearance',
    because: 'means a request, a description or an appearance',
    in: ['name'],
  },
  {
    find: 'companions?',
    instead: 'the other statements in the batch',
    because: 'the word is batch',
    in: EVERYWHERE,
  },
  { find: 'in (\\w+ )?company', instead: 'in a batch', because: 'the word is batch' },
  { find: 'anew|afresh', instead: 'again', because: 'old word', in: EVERYWHERE },
  { find: 'once more', instead: 'again', because: 'old phrase' },
  { find: 'for ever', instead: 'permanently', because: 'old phrase' },
  { find: 'seldom', instead: 'rarely', because: 'old word' },
  {
    find: 'lest|ere|naught|nought|aught|hither|thither|whence|thence|henceforth|forthwith|whilst|amongst|betwixt',
    instead: 'the modern word',
    because: 'old word',
  },
  {
    find: '(where|there|here)(in|of|to|unto|upon|from|with)',
    instead: 'in which, of it, …',
    because: 'old word',
  },

  // Riddles
  { find: 'of (ours|theirs|mine|yours|his|hers)', instead: 'our …, their …', because: 'inverted' },
  { find: '(come|comes|came|coming) to nothing', instead: 'fails, has no effect', because: 'riddle' },
  {
    find: '(has|have|had|gets|takes|having) (its|their|his|her) turn',
    instead: 'runs, is processed',
    because: 'riddle',
  },
  { find: 'all the same', instead: 'anyway, still', because: 'two meanings' },
  { find: 'as ever', instead: 'as before, as usual', because: 'old phrase' },
  {
    find: '(that|those) of',
    instead: 'repeat the noun: "the key of …"',
    because: 'the reader must look back',
  },
  { find: 'of (which|whom)', instead: 'a second sentence', because: 'inverted' },
  { find: '(is|are|was|were|be) none', instead: 'does not exist, "there is no …"', because: 'inverted' },
  {
    find: '(?<!there )(is|are|was|were) no(?! longer| one\\b| more\\b| less| such| \\w+er\\b)(?= )',
    instead: 'is not a …',
    because: 'inverted',
    in: PROSE,
  },
  { find: '(is|are|was|were) to be', instead: 'must be, will be', because: 'two meanings' },
  { find: '(is|are|was|were) of(?! type\\b)(?= )', instead: 'belongs to', because: 'inverted', in: PROSE },
  { find: '(is|are|was|were) let', instead: 'may', because: 'old phrase' },
  { find: '(near |close )?at hand', instead: 'available, here', because: 'old phrase' },
  { find: 'some day', instead: 'eventually, later', because: 'vague' },
  { find: 'for good(?! \\w)', instead: 'permanently', because: 'two meanings' },
  {
    find: 'however (many|often|much|long|large|small|late|early|far|it|they)',
    instead: 'any number of, no matter how …',
    because: 'old phrase',
  },
  { find: '(but for|save for)', instead: 'except', because: 'two meanings' },
  { find: 'beside(?!s)', instead: 'next to, together with, in addition to', because: 'two meanings' },
  { find: '(null|none|undefined) where', instead: 'or null if …', because: 'inverted', in: PROSE },
  { find: 'nothing of', instead: 'no part of, none of', because: 'riddle' },
  { find: 'what of', instead: 'which part of', because: 'riddle' },
  { find: 'what is due', instead: 'the due rows', because: 'the word is row' },
  { find: '(otherwise than|says? otherwise)', instead: 'differently from, disagrees', because: 'old phrase' },

  // The field has a word
  {
    find: '(go|goes|went|going|gone) on(?! (top|sale|the|a|its|hold)\\b)',
    instead: 'continue',
    because: 'the word is continue',
  },
  {
    find: '(give|gives|gave|given|giving) back',
    instead: 'refund, return, release',
    because: 'the word is refund or release',
  },
  {
    find: '(say|says|said|saying|tell|tells|told|telling) (so|of)\\b',
    instead: 'records, reports, logs, shows',
    because: 'rows and processes do not speak',
  },
  {
    find: '(stand|stands|stood) (in|on|at|under|beside|before|behind|below|above|there|here)',
    instead: 'is in, contains',
    because: 'things do not stand',
  },
  {
    find: '(lie|lies|lay) (in|at|on|under|beside|before|behind|below|above|there|here)',
    instead: 'is in',
    because: 'things do not lie',
  },
  {
    find: '(as|how|where) (it|they|things|an? \\w+|the \\w+)( \\w+)? stands?',
    instead: 'the state of, the current …',
    because: 'the word is state',
  },
  { find: '(come|comes|came) of', instead: 'results from', because: 'old phrase' },
  {
    find: '(an?|one|no|its|the) (\\w+ )?look(?! and\\b| \\w+ and\\b)',
    instead: 'a check, a read',
    because: 'the word is check or read',
    in: PROSE,
  },

  // Beginnings of sentences
  {
    find: '^What(?! to\\b)(?![^.!]*\\?)',
    instead: 'begin with the subject or with a verb: "Returns …", "The text that …"',
    because: 'the subject is a riddle until the verb comes',
    in: PROSE,
  },
  {
    find: '^(Who|Whose|Whom)(?![^.!]*\\?)',
    instead: 'name the role: "A customer who …"',
    because: 'does not say who is meant',
    in: PROSE,
  },
  {
    find: '^Where(?! to\\b)(?![^.!]*\\?)',
    instead: '"If …", "When …", or the subject',
    because: 'no place is meant',
    in: PROSE,
  },
  { find: '^Of (an?|what|which|whom)', instead: 'a whole sentence', because: 'inverted', in: PROSE },
  {
    find: '^So (many|much|long|often|far)(?! as\\b)(?= )',
    instead: '"The most …", "The number of …", "How long …"',
    because: 'inverted',
    in: PROSE,
  },
  { find: '^Answers(?! to\\b)', instead: 'Returns', because: 'a function returns', in: PROSE },
]
