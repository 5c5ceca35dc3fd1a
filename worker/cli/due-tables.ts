/** The tables with due rows, and which of their rows still wait for something. */
export const dueTables = [
  { name: 'timers', where: 'test_clock_id IS NULL' },
  { name: 'webhook_deliveries', where: "status = 'pending'" },
  { name: 'emails', where: "status = 'pending'" },
  { name: 'image_copies', where: "status = 'pending'" },
] as const

/** The tables whose rows scanners arm: a delivery's wake-up is its endpoint's. */
export const armedTables = [
  { name: 'timers', where: 'test_clock_id IS NULL' },
  { name: 'webhook_endpoints', where: 'deleted_at IS NULL' },
  { name: 'emails', where: "status = 'pending'" },
  { name: 'image_copies', where: "status = 'pending'" },
] as const
