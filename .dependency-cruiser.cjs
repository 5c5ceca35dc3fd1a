/**
 * The layers. A path says its layer, and a file imports from its own layer and from those below, never upward.
 *
 *   4  api/, worker/, cli/, db/migrate.ts         the edges; they never import each other
 *   3  common/services/<module>/                  operations and look-ups: a transaction goes in
 *   2  db/, common/runtime/                       MySQL; Redis, mail, configuration, log
 *      common/methods/<name>/gateway.ts, gateway/ calls to a payment provider
 *   1  common/domain/<module>/                    decisions, and what the API returns and takes: no I/O
 *      common/methods/                            the definition of each payment method
 *   0  common/kit/                                values: no I/O
 */
const gateways = '^common/methods/.*/gateway(\\.ts$|/)'
const layers = [
  ['^common/kit/'],
  ['^common/domain/', '^common/methods/(?!.*/gateway(\\.ts$|/))'],
  ['^db/(?!migrate\\.ts$)', '^common/runtime/', gateways],
]
const ours = '^(api|worker|cli|common|db)/'
const below = (number) => layers.slice(0, number + 1).flat()

/** The modules of layer 3. Each imports those below it in this list, and no other. */
const modules = [
  'invariants',
  'due-rows',
  'secrets',
  'members',
  'tasks',
  'figures',
  'history',
  'portal',
  'search',
  'statements',
  'operations',
  'workers',
  'replica',
  'releases',
  'erasures',
  'payments',
  'refunds',
  'checkouts',
  'invoices',
  'entitlements',
  'subscriptions',
  'promotion-codes',
  'payment-links',
  'customers',
  'prices',
  'products',
  'webhooks',
  'events',
  'emails',
  'links',
  'audit-log',
  'test-clocks',
  'timers',
  'request-log',
  'lists',
  'idempotency',
  'projects',
  'images',
  'tokens',
  'text',
]

const packages = [
  'express',
  'sequelize',
  'mysql2',
  'ioredis',
  'bullmq',
  'nodemailer',
  'undici',
  'umzug',
  'sharp',
  'stripe',
]
const builtIn = [
  'fs',
  'http',
  'https',
  'http2',
  'net',
  'tls',
  'dns',
  'dgram',
  'child_process',
  'worker_threads',
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers.map((layer, number) => ({
      name: `layer-${number}`,
      comment: `Layer ${number} imports nothing from the layers above it.`,
      severity: 'error',
      from: { path: layer },
      to: { path: ours, pathNot: below(number) },
    })),
    {
      name: 'layer-3',
      comment: 'Layer 3 imports nothing from the edges.',
      severity: 'error',
      from: { path: '^common/' },
      to: { path: '^(api|worker|cli)/' },
    },
    ...modules.slice(1).map((module, above) => ({
      name: `module-${module}`,
      comment: `common/services/${module} imports nothing from the modules above it (the list in this file).`,
      severity: 'error',
      // A customer is returned with the subscriptions that are entitled: this one file reads upward.
      from: {
        path: `^common/services/${module}/`,
        pathNot: '^common/services/customers/with-subscriptions\\.ts$',
      },
      to: { path: `^common/services/(${modules.slice(0, above + 1).join('|')})/` },
    })),
    {
      name: 'pure',
      comment: 'Decisions and values do no I/O: time and data come in as arguments.',
      severity: 'error',
      from: { path: below(1) },
      to: { path: [`node_modules/(${packages.join('|')})/`, `^(node:)?(${builtIn.join('|')})(/|$)`] },
    },
    {
      name: 'methods-by-the-list',
      comment: 'Nothing knows one way to pay from another: it asks common/methods/all.ts.',
      severity: 'error',
      from: { path: ours, pathNot: '^common/methods/' },
      to: { path: '^common/methods/[^/]+/', pathNot: '/gateway\\.ts$' },
    },
    {
      name: 'edges-apart',
      comment: 'What api/, worker/ and cli/ share belongs on a layer below.',
      severity: 'error',
      from: { path: '^(api|worker|cli)/' },
      to: { path: '^(api|worker|cli)/', pathNot: '^$1/' },
    },
    {
      name: 'product-alone',
      comment: 'The service does not import what only tests, measures or starts it.',
      severity: 'error',
      from: { path: ours },
      to: { path: '^(test|bench|dev)/' },
    },
    {
      name: 'a-module-each',
      comment: 'A file in common/ is in a layer; a module of layer 3 is in the list above.',
      severity: 'error',
      from: {},
      to: {
        path: '^common/',
        pathNot: `^common/(kit|domain|methods|runtime|services/(${modules.join('|')}))/`,
      },
    },
    {
      name: 'no-circular',
      comment: 'No circle of files, types included: a type that two files need has a home below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'The file or package does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types'] },
  },
}
