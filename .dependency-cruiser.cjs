/**
 * The floors of the house. A file imports from its own floor and from those below, never upward.
 *
 *   4  api/, worker/                        the edges; they never import each other
 *   3  common/<drawer>/                     operations
 *   2  db/, common/runtime/                 MySQL; Redis, mail, configuration, log
 *   1  common/<drawer>/rules/, common/jobs/ decisions: no I/O
 *   0  common/kit/                          values: no I/O
 */
const floors = [
  '^common/kit/',
  '^common/(jobs|[^/]+/rules)/',
  '^(db|common/runtime)/',
  '^common/(?!kit/|jobs/|runtime/)[^/]+/(?!rules/)',
  '^(api|worker)/',
]
const input = [
  'express',
  'sequelize',
  'mysql2',
  'ioredis',
  'bullmq',
  'nodemailer',
  'undici',
  'umzug',
  'sharp',
]
const modules = [
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
    ...floors.slice(0, -1).map((floor, number) => ({
      name: `floor-${number}`,
      comment: `Floor ${number} imports nothing from the floors above it.`,
      severity: 'error',
      from: { path: floor },
      to: { path: floors.slice(number + 1) },
    })),
    {
      name: 'pure',
      comment: 'Decisions and values do no I/O: time and data come in as arguments.',
      severity: 'error',
      from: { path: floors.slice(0, 2) },
      to: { path: [`node_modules/(${input.join('|')})/`, `^(node:)?(${modules.join('|')})(/|$)`] },
    },
    {
      name: 'edges-apart',
      comment: 'What api/ and worker/ share belongs on a floor below.',
      severity: 'error',
      from: { path: '^(api|worker)/' },
      to: { path: '^(api|worker)/', pathNot: '^$1/' },
    },
    {
      name: 'product-alone',
      comment: 'The service does not import what only tests, measures or starts it.',
      severity: 'error',
      from: { path: floors },
      to: { path: '^(test|bench|bin)/' },
    },
    {
      name: 'a-drawer-each',
      comment: 'A file in common/ lies in a drawer, which says its floor.',
      severity: 'error',
      from: {},
      to: { path: '^common/[^/]+$' },
    },
    {
      name: 'no-circular',
      comment: 'No circle of files, except through types, which are gone when it runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
