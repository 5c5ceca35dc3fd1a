/** A series for `promtool test rules`, with a value every 15 seconds for 75 minutes. */
interface Series {
  series: string
  values: string
}

/** Metrics that make one alert fire, and no other. */
interface AlertHistory {
  alert: string
  series: Series[]
  /** A time at which nothing fires yet. */
  quietAt: string
  firesAt: string
}

const constant = (series: string, value: number): Series => ({ series, values: `${value}+0x300` })
/** Rises by `by` every 15 seconds. */
const rising = (series: string, by: number): Series => ({ series, values: `0+${by}x300` })
/** Is 0 for ten minutes, then 1. */
const late = (series: string): Series => ({ series, values: '0+0x40 1+0x260' })
/** Is 0 for ten minutes, then rises by 1 every 15 seconds. */
const risingLate = (series: string): Series => ({ series, values: '0+0x40 0+1x260' })

const REQUESTS = 'tolbor_http_request_duration_seconds'

/** The metrics of a service that works. */
export const healthy: Series[] = [
  constant('up{job="tolbor",instance="web"}', 1),
  constant('tolbor_workers', 2),
  constant('tolbor_database_writable', 1),
  constant('tolbor_database_errors_total{cause="no_space"}', 0),
  rising(`${REQUESTS}_count{status="200"}`, 100),
  rising(`${REQUESTS}_count{status="503"}`, 1),
  rising(`${REQUESTS}_bucket{le="0.5"}`, 100),
  rising(`${REQUESTS}_bucket{le="2.5"}`, 100),
  rising(`${REQUESTS}_bucket{le="+Inf"}`, 100),
  constant('tolbor_invariant_violations{invariant="paid_once"}', 0),
  constant('tolbor_invariant_violations{invariant="timers_in_time"}', 5), // TolborWorkLate is about these
  constant('tolbor_due_oldest_seconds{table="emails"}', 20),
  constant('tolbor_redis_writable', 1),
  constant('tolbor_emails_retrying_oldest_seconds', 600),
  rising('tolbor_provider_calls_total{method="qpay",outcome="answered"}', 2),
  rising('tolbor_provider_calls_total{method="qpay",outcome="unreachable"}', 1),
  constant('tolbor_webhook_attempts_total{outcome="own_fault"}', 7),
  constant('tolbor_http_requests_shed_total', 7),
  constant('nodejs_eventloop_lag_p99_seconds{job="tolbor",instance="web"}', 0.02),
  constant('tolbor_database_connections{instance="web",state="waiting"}', 0),
  constant('tolbor_database_server_connections{kind="used"}', 50),
  constant('tolbor_database_server_connections{kind="limit"}', 100),
  constant('tolbor_replica_used{server="10.0.0.2:3306"}', 1),
  constant('tolbor_redis_memory_bytes{server="a",kind="used"}', 50),
  constant('tolbor_redis_memory_bytes{server="a",kind="limit"}', 100),
  constant('tolbor_redis_memory_bytes{server="b",kind="used"}', 50),
  constant('tolbor_redis_memory_bytes{server="b",kind="limit"}', 0), // none
  constant('tolbor_queue_oldest_waiting_seconds{queue="emails"}', 10),
  constant('tolbor_job_duration_seconds_count{kind="clock.delete",outcome="failed"}', 7),
  constant('tolbor_emails_total{outcome="failed"}', 7),
  constant('tolbor_webhook_endpoints_failing', 0),
  constant('tolbor_webhook_backlog_oldest_seconds{endpoint_id="7"}', 20),
  constant('tolbor_payment_discrepancies', 0),
  constant('tolbor_cleanings_total{data="emails",outcome="failed"}', 7),
  constant('tolbor_build_info{version="0.2.0",instance="web"}', 1),
  constant('tolbor_build_info{version="0.2.0",instance="worker"}', 1),
]

/** Returns the metrics of a service that works, except for these. */
function except(...changed: Series[]): Series[] {
  const names = new Set(changed.map(({ series }) => series))
  return [...healthy.filter(({ series }) => !names.has(series)), ...changed]
}

const histories: Record<string, [quietAt: string, firesAt: string, ...changed: Series[]]> = {
  TolborProcessDown: ['1m', '3m', constant('up{job="tolbor",instance="web"}', 0)],
  TolborNoWorker: ['30s', '2m', constant('tolbor_workers', 0)],
  TolborDatabaseUnusable: ['30s', '2m', constant('tolbor_database_writable', 0)],
  TolborDatabaseFull: ['10m', '11m', late('tolbor_database_errors_total{cause="no_space"}')],
  TolborRequestsFail: ['4m', '8m', rising(`${REQUESTS}_count{status="503"}`, 3)],
  TolborInvariantViolated: ['10m', '11m', late('tolbor_invariant_violations{invariant="paid_once"}')],
  TolborWorkLate: ['4m', '6m', constant('tolbor_due_oldest_seconds{table="emails"}', 400)],
  TolborRedisUnusable: ['1m', '3m', constant('tolbor_redis_writable', 0)],
  TolborMailServerFails: ['4m', '6m', constant('tolbor_emails_retrying_oldest_seconds', 2_000)],
  TolborProviderFails: [
    '5m',
    '8m',
    rising('tolbor_provider_calls_total{method="qpay",outcome="unreachable"}', 3),
  ],
  TolborNetworkDown: ['9m', '12m', rising('tolbor_webhook_attempts_total{outcome="own_fault"}', 1)],
  TolborRequestsSlow: ['9m', '12m', rising(`${REQUESTS}_bucket{le="0.5"}`, 90)],
  TolborOverloaded: ['4m', '7m', rising('tolbor_http_requests_shed_total', 1)],
  TolborProcessBlocked: [
    '9m',
    '11m',
    constant('nodejs_eventloop_lag_p99_seconds{job="tolbor",instance="web"}', 0.8),
  ],
  TolborPoolExhausted: [
    '4m',
    '6m',
    constant('tolbor_database_connections{instance="web",state="waiting"}', 3),
  ],
  TolborConnectionsNearlyUsed: ['4m', '6m', constant('tolbor_database_server_connections{kind="used"}', 90)],
  TolborReplicaNotUsed: ['4m', '6m', constant('tolbor_replica_used{server="10.0.0.2:3306"}', 0)],
  TolborRedisNearlyFull: ['14m', '16m', constant('tolbor_redis_memory_bytes{server="a",kind="used"}', 90)],
  TolborQueueStuck: ['4m', '6m', constant('tolbor_queue_oldest_waiting_seconds{queue="emails"}', 200)],
  TolborJobsFail: [
    '5m',
    '8m',
    rising('tolbor_job_duration_seconds_count{kind="clock.delete",outcome="failed"}', 1),
  ],
  TolborEmailsGivenUp: ['10m', '13m', risingLate('tolbor_emails_total{outcome="failed"}')],
  TolborReceiversFail: ['50m', '1h1m', constant('tolbor_webhook_endpoints_failing', 2)],
  TolborWebhooksLate: ['4m', '6m', constant('tolbor_webhook_backlog_oldest_seconds{endpoint_id="7"}', 400)],
  TolborProviderDisagrees: ['10m', '11m', late('tolbor_payment_discrepancies')],
  TolborCleaningFails: ['10m', '12m', risingLate('tolbor_cleanings_total{data="emails",outcome="failed"}')],
  TolborMixedReleases: ['50m', '1h1m', constant('tolbor_build_info{version="0.3.0",instance="worker"}', 1)],
}

/** A history for every alert, in the order of the rules. */
export const alertHistories: AlertHistory[] = Object.entries(histories).map(
  ([alert, [quietAt, firesAt, ...changed]]) => ({ alert, quietAt, firesAt, series: except(...changed) }),
)
