/**
 * Whether the browser sees each page in both languages with and without scripts, and each page and email in both colours at each
 * width, and the models play 50 histories each. `THOROUGH=1 bin/test` and `.ci/run` do that. Otherwise pages are seen in English
 * with scripts or in Mongolian without, in turns, pages and emails in one colour at each width, and the models play the first 15
 * histories.
 */
export const isThorough = process.env.THOROUGH === '1'
