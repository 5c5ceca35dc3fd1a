import js from '@eslint/js'
import { defineConfig, globalIgnores } from 'eslint/config'
import importSort from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

/**
 * A silenced rule says why: `// eslint-disable-next-line rule -- because …`. Reported one column before the
 * comment, so that the comment cannot silence this as well.
 */
const reasons = {
  rules: {
    'disable-with-reason': {
      create: ({ sourceCode, report }) => ({
        Program() {
          for (const { value, loc } of sourceCode.getAllComments()) {
            if (/^\s*eslint-disable/.test(value) && !/\s-- \S/.test(value)) {
              report({
                loc: { start: { line: loc.start.line, column: -1 }, end: loc.end },
                message: 'Say why after " -- ", or mend what the rule complains about.',
              })
            }
          }
        },
      }),
    },
  },
}

const outside = 'Talk to the outside through common/runtime/guarded-http.ts: it refuses private addresses.'
const requests = '/^(request|get)$/'

const bound =
  'One statement, written out, with a question mark for each value: several of them go out in one call.'
const sql = 'CallExpression[callee.property.name=/^(rows|row|run|write)$/]'
const statement = `${sql} > TemplateLiteral.arguments:first-child`

export default defineConfig(
  globalIgnores(['**/dist/', '.data/', 'coverage/', 'docs/', 'clients/node/src/generated/']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { plugins: { tolbor: reasons }, rules: { 'tolbor/disable-with-reason': 'error' } },
  js.configs.recommended,
  {
    plugins: { 'import-sort': importSort },
    rules: {
      'no-duplicate-imports': 'error',
      // Packages first, then what lies above, then what lies beside; no blank lines between.
      'import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^\\.\\.', '^\\.']] }],
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', module: 'writable' } },
  },
  {
    files: ['views/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['window', 'document', 'navigator', 'location', 'history', 'fetch', 'print', 'addEventListener']
          .concat(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'URL', 'FormData', 'Event'])
          .concat(['localStorage', 'matchMedia', 'IntersectionObserver'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'object-shorthand': 'error',
      // `async` also says "this answers with a promise", and a number in a sentence is no accident.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      // Two classes of the same shape are one type in TypeScript, and a normaliser may drop keys.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Where a row cannot be missing, `!` says so; a check that can never fail would say less.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // It gives what is inferred a name, for messages and for whoever hovers over it.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // An empty string is often as good as none: `env.NAME || 'default'`.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['{api,worker,cli,common,db}/**/*.ts'],
    ignores: ['common/runtime/guarded-http.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: outside }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'undici', message: outside },
            ...['node:http', 'node:https', 'http', 'https'].map((name) => ({
              name,
              importNames: ['request', 'get'],
              message: outside,
            })),
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: `MemberExpression[object.name=/^https?$/][property.name=${requests}]`, message: outside },
        { selector: "MemberExpression[object.name='globalThis'][property.name='fetch']", message: outside },
        { selector: `${statement} > TemplateElement[value.raw=/;/]`, message: bound },
        { selector: `${statement} > TemplateElement[tail=false][value.raw=/['"]$/]`, message: bound },
        { selector: `${sql} > Literal.arguments:first-child[value=/;/]`, message: bound },
        { selector: `${sql} > BinaryExpression.arguments:first-child`, message: bound },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off', // expect(x).to.be.true
      '@typescript-eslint/no-non-null-assertion': 'off',
      // The body of an answer is `any` in supertest; what the test expects of it is the check.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
)
