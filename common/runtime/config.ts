import { isIP } from 'node:net'
import Joi from 'joi'
import { PROJECT_PLANS, type ProjectPlan } from '../domain/projects/plan.ts'
import { isSignatureHeader, SIGNATURE_HEADER } from '../domain/webhooks/signature-header.ts'
import { parseUrl } from '../kit/web-address.ts'
import { readRedisGroup } from './redis-address.ts'

/** Settings of the operator, read once from the environment (README, "Running it"). */
export interface Config {
  databaseUrl: string
  /** The address of a replica for lists, search and exports. Null: the primary answers them too. */
  databaseReadUrl: string | null
  /** Seconds by which the replica may be behind the primary; beyond them the primary is used. */
  databaseReadMaxLag: number
  redisUrl: string
  /** The public address, without a trailing slash. */
  baseUrl: string
  port: number
  /** The address to listen on. Null: loopback if `baseUrl` is this machine, otherwise all addresses. */
  host: string | null
  secretKey: Buffer
  /** The current key, then the previous one: both decrypt. */
  secretKeys: Buffer[]
  metricsPort: number | null
  /** Shows the jobs in Redis on the metrics port of workers. Null: it does not. */
  queueViewerPassword: string | null
  smtpUrl: string | null
  emailFrom: string
  /** Number of days that emails are kept after they were sent, failed or canceled. */
  emailRetentionDays: number
  /** Plan of a new project if the operator gives none. */
  defaultPlan: ProjectPlan
  logLevel: string
  dbPoolMax: number
  workerConcurrency: number
  queueHorizonHours: number
  webhookAllowPrivate: boolean
  webhookSignatureHeader: string
  rateLimitPerSecond: number
  /** Limit for the hosted pages, per client address. */
  pageRateLimitPerSecond: number
  maxConcurrentRequests: number
  /** Serves the merchant dashboard at `/dashboard`. */
  dashboard: boolean
  trustProxy: number | string | boolean
  /** QPay's API by mode, without a trailing slash. */
  qpayUrls: { live: string; test: string }
  /** Origin of Stripe's API. */
  stripeApiUrl: string
}

const secretKey = Joi.string()
  .pattern(/^[0-9a-f]{64}$/i)
  .messages({ 'string.pattern.base': '{#label} must be 64 hex digits: openssl rand -hex 32 generates one' })
/** Text that passes `fits`; `form` describes it for the error message. */
const matching = (fits: (text: string) => boolean, form: string) =>
  Joi.string()
    .custom((text: string, helpers) => (fits(text) ? text : helpers.error('any.custom')))
    .messages({ 'any.custom': `{#label} must be ${form}` })
const number = (form: string) => {
  const sentence = `{#label} must be ${form}`
  return Joi.number().messages(Object.fromEntries(NUMBER_PROBLEMS.map((type) => [type, sentence])))
}
const NUMBER_PROBLEMS = ['base', 'integer', 'min', 'max', 'greater', 'unsafe', 'infinity'].map(
  (type) => `number.${type}`,
)
const wholeNumber = (min: number, max: number) =>
  number(`a whole number from ${min} to ${max}`).integer().min(min).max(max)
const oneOf = (...values: string[]) =>
  Joi.string()
    .valid(...values)
    .messages({ 'any.only': `{#label} must be ${values.join(' or ')}` })
const needed = (schema: Joi.StringSchema, form: string) =>
  schema.required().messages({ 'any.required': `{#label} is required: ${form}` })

function isOrigin(text: string): boolean {
  return parseUrl(text) !== null && /^https?:\/\/[^\s/?#@\\]+\/*$/.test(text)
}

function isDatabaseUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== null && /^(mysql|mariadb):$/.test(url.protocol) && /^\/[^/]+$/.test(url.pathname)
}

/** Accepts an email address, or a name followed by an address in angle brackets. */
function isSender(text: string): boolean {
  return /^(?:[^<>\p{Cc}]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u.test(text)
}

/** Accepts the forms that `connectRedis` understands. It has no use for a password or a database of a group. */
function isRedisAddress(text: string): boolean {
  if (/^rediss?:\/\//.test(text)) {
    const url = parseUrl(text)
    return url !== null && /^\/?\d*$/.test(url.pathname)
  }
  const group = readRedisGroup(text)
  if (!group?.hosts.every(isHostWithPort)) return false
  const { kind, name } = group
  return kind === 'sentinel' ? name === undefined || /^[\w.-]+$/.test(name) : !name
}

function isHostWithPort(text: string): boolean {
  return /^(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/i.test(text) && parseUrl(`redis://${text}`) !== null
}

/** Accepts the forms that `readTrustProxy` and Express understand. */
function isTrustProxy(text: string): boolean {
  return /^(?:\d+|true|false)$/.test(text) || text.split(/\s*,\s*/).every(isProxy)
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits = '1'] = text.split(/\/(.*)/s)
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return /^[1-9]\d*$/.test(bits) && Number(bits) <= most
}

const databaseUrl = matching(
  isDatabaseUrl,
  'an address that starts with mysql:// or mariadb:// and ends with the name of the database, such as mysql://user:password@host/tolbor',
)

const environment = Joi.object({
  DATABASE_URL: needed(databaseUrl, 'mysql://user:password@host/tolbor'),
  DATABASE_READ_URL: databaseUrl,
  DATABASE_READ_MAX_LAG: wholeNumber(1, 600).default(5),
  REDIS_URL: needed(
    matching(
      isRedisAddress,
      'an address that starts with redis:// or rediss:// and may end with the number of a database, such as /0, or redis+sentinel://host:port,host:port/name or ' +
        'redis+cluster://host:port,host:port, both without a user, password or database',
    ),
    'redis://127.0.0.1:6379/0',
  ),
  BASE_URL: needed(
    matching(
      isOrigin,
      'an address that starts with http:// or https://, without a path, such as https://pay.example.com',
    ),
    'the public address, such as https://pay.example.com',
  ),
  PORT: wholeNumber(1, 65535).default(3000),
  HOST: matching((text) => isIP(text) !== 0, 'an IP address, such as 127.0.0.1 or 0.0.0.0'),
  SECRET_KEY: needed(secretKey, 'openssl rand -hex 32 generates one'),
  SECRET_KEY_PREVIOUS: secretKey,
  METRICS_PORT: wholeNumber(1, 65535),
  QUEUE_VIEWER_PASSWORD: matching((text) => text.length >= 16, 'at least 16 characters long'),
  SMTP_URL: matching(
    (text) => parseUrl(text) !== null && /^smtps?:\/\/./.test(text),
    'an address that starts with smtp:// or smtps://, such as smtp://user:password@mail.example.com:587',
  ),
  EMAIL_FROM: matching(isSender, 'one address, such as Tolbor <billing@example.com>')
    .max(254)
    .default('Tolbor <no-reply@localhost>'),
  EMAIL_RETENTION_DAYS: wholeNumber(2, 36_500).default(90),
  DEFAULT_PLAN: oneOf(...PROJECT_PLANS).default('growth'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DB_POOL_MAX: wholeNumber(1, 1000).default(10),
  WORKER_CONCURRENCY: wholeNumber(1, 1000).default(10),
  QUEUE_HORIZON_HOURS: number('a number above 0, of at most 100000').greater(0).max(100_000).default(24),
  WEBHOOK_ALLOW_PRIVATE: oneOf('0', '1').default('0'),
  WEBHOOK_SIGNATURE_HEADER: matching(isSignatureHeader, SIGNATURE_HEADER).default('Tolbor-Signature'),
  RATE_LIMIT_PER_SECOND: wholeNumber(1, 1_000_000).default(100),
  PAGE_RATE_LIMIT_PER_SECOND: wholeNumber(1, 1_000_000).default(10),
  MAX_CONCURRENT_REQUESTS: wholeNumber(1, 100_000).default(250),
  DASHBOARD: Joi.string().valid('0', '1').default('1'),
  TRUST_PROXY: matching(
    isTrustProxy,
    'the number of proxies in front, or their addresses, such as 10.0.0.1, 10.1.0.0/16',
  ).default('0'),
  QPAY_LIVE_URL: matching(isOrigin, 'an address without a path, such as https://merchant.qpay.mn').default(
    'https://merchant.qpay.mn',
  ),
  QPAY_TEST_URL: matching(
    isOrigin,
    'an address without a path, such as https://merchant-sandbox.qpay.mn',
  ).default('https://merchant-sandbox.qpay.mn'),
  STRIPE_API_URL: matching(
    isOrigin,
    'an address that starts with http:// or https://, without a path, such as https://api.stripe.com',
  ).default('https://api.stripe.com'),
}).prefs({ abortEarly: false, allowUnknown: true, stripUnknown: true, errors: { wrap: { label: false } } })

interface Environment {
  DATABASE_URL: string
  DATABASE_READ_URL?: string
  DATABASE_READ_MAX_LAG: number
  REDIS_URL: string
  BASE_URL: string
  PORT: number
  HOST?: string
  SECRET_KEY: string
  SECRET_KEY_PREVIOUS?: string
  METRICS_PORT?: number
  QUEUE_VIEWER_PASSWORD?: string
  SMTP_URL?: string
  EMAIL_FROM: string
  EMAIL_RETENTION_DAYS: number
  DEFAULT_PLAN: ProjectPlan
  LOG_LEVEL: string
  DB_POOL_MAX: number
  WORKER_CONCURRENCY: number
  QUEUE_HORIZON_HOURS: number
  WEBHOOK_ALLOW_PRIVATE: '0' | '1'
  WEBHOOK_SIGNATURE_HEADER: string
  RATE_LIMIT_PER_SECOND: number
  PAGE_RATE_LIMIT_PER_SECOND: number
  MAX_CONCURRENT_REQUESTS: number
  DASHBOARD: '0' | '1'
  TRUST_PROXY: string
  QPAY_LIVE_URL: string
  QPAY_TEST_URL: string
  STRIPE_API_URL: string
}

/** Lists every problem of the environment at once, for the operator who starts the process. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws a `ConfigError` that lists every problem. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { value, error } = environment.validate(given) as { value: Environment; error?: Joi.ValidationError }
  if (error) {
    const list = error.details.map((detail) => `  - ${detail.message}`).join('\n')
    throw new ConfigError(
      `The configuration is not usable. Set these in the environment (README, "Running it"):\n${list}`,
    )
  }
  const secretKey = Buffer.from(value.SECRET_KEY, 'hex')
  return {
    databaseUrl: value.DATABASE_URL,
    databaseReadUrl: value.DATABASE_READ_URL ?? null,
    databaseReadMaxLag: value.DATABASE_READ_MAX_LAG,
    redisUrl: value.REDIS_URL,
    baseUrl: withoutSlash(value.BASE_URL),
    port: value.PORT,
    host: value.HOST ?? null,
    secretKey,
    secretKeys: value.SECRET_KEY_PREVIOUS
      ? [secretKey, Buffer.from(value.SECRET_KEY_PREVIOUS, 'hex')]
      : [secretKey],
    metricsPort: value.METRICS_PORT ?? null,
    queueViewerPassword: value.QUEUE_VIEWER_PASSWORD ?? null,
    smtpUrl: value.SMTP_URL ?? null,
    emailFrom: value.EMAIL_FROM,
    emailRetentionDays: value.EMAIL_RETENTION_DAYS,
    defaultPlan: value.DEFAULT_PLAN,
    logLevel: value.LOG_LEVEL,
    dbPoolMax: value.DB_POOL_MAX,
    workerConcurrency: value.WORKER_CONCURRENCY,
    queueHorizonHours: value.QUEUE_HORIZON_HOURS,
    webhookAllowPrivate: value.WEBHOOK_ALLOW_PRIVATE === '1',
    webhookSignatureHeader: value.WEBHOOK_SIGNATURE_HEADER,
    rateLimitPerSecond: value.RATE_LIMIT_PER_SECOND,
    pageRateLimitPerSecond: value.PAGE_RATE_LIMIT_PER_SECOND,
    maxConcurrentRequests: value.MAX_CONCURRENT_REQUESTS,
    dashboard: value.DASHBOARD === '1',
    trustProxy: readTrustProxy(value.TRUST_PROXY),
    qpayUrls: { live: withoutSlash(value.QPAY_LIVE_URL), test: withoutSlash(value.QPAY_TEST_URL) },
    stripeApiUrl: value.STRIPE_API_URL.replace(/\/+$/, ''),
  }
}

function withoutSlash(origin: string): string {
  return origin.replace(/\/+$/, '')
}

function readTrustProxy(text: string): number | string | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? Number(text) : text
}

let current: Config | undefined

/** Returns this process's configuration, reading it on the first call. */
export function config(): Config {
  return (current ??= readConfig(process.env))
}
