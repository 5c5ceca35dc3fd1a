import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'
const ASCII = 'CHARACTER SET ascii COLLATE ascii_bin'

/** The people who use the dashboard, their roles, and how they sign in. Only hashes of session secrets are stored. */
export const members: Migration[] = [
  {
    name: '3801-members',
    sql: `CREATE TABLE members (
      ${ID}, email VARCHAR(254) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, name VARCHAR(255),
      created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL,
      UNIQUE KEY members_email (email)) ${TABLE}`,
  },
  {
    name: '3802-member-projects',
    sql: `CREATE TABLE member_projects (
      ${ID}, project_id BIGINT UNSIGNED NOT NULL, member_id BIGINT UNSIGNED NOT NULL, role VARCHAR(16) NOT NULL,
      created_at DATETIME(6) NOT NULL, updated_at DATETIME(6) NOT NULL,
      UNIQUE KEY member_projects_once (project_id, member_id),
      KEY member_projects_member (member_id, project_id)) ${TABLE}`,
  },
  {
    name: '3803-sign-ins',
    sql: `CREATE TABLE sign_ins (
      ${ID}, member_id BIGINT UNSIGNED, email_hash BINARY(32) NOT NULL, network VARCHAR(64) ${ASCII} NOT NULL,
      browser_hash BINARY(32), nonce CHAR(22) ${ASCII} NOT NULL, opens_directly TINYINT NOT NULL DEFAULT 0,
      goal VARCHAR(255) ${ASCII}, tries INT NOT NULL DEFAULT 0, used_at DATETIME(6),
      expires_at DATETIME(6) NOT NULL, created_at DATETIME(6) NOT NULL,
      KEY sign_ins_email (email_hash, created_at), KEY sign_ins_network (network, created_at),
      KEY sign_ins_browser (browser_hash, id), KEY sign_ins_age (created_at)) ${TABLE}`,
  },
  {
    name: '3804-sign-in-addresses',
    sql: `CREATE TABLE sign_in_addresses (
      email_hash BINARY(32) NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL,
      KEY sign_in_addresses_age (created_at)) ${TABLE}`,
  },
  {
    name: '3805-dashboard-sessions',
    sql: `CREATE TABLE dashboard_sessions (
      ${ID}, member_id BIGINT UNSIGNED NOT NULL, hash BINARY(32) NOT NULL, user_agent VARCHAR(255) NOT NULL,
      last_used_at DATETIME(6) NOT NULL, ended_at DATETIME(6), expires_at DATETIME(6) NOT NULL,
      created_at DATETIME(6) NOT NULL, UNIQUE KEY dashboard_sessions_hash (hash),
      KEY dashboard_sessions_member (member_id, id), KEY dashboard_sessions_age (created_at)) ${TABLE}`,
  },
]
