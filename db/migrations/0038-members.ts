import type { Migration } from './migration.ts'

const TABLE = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci'
const ID = 'id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY'

/** The people who use the dashboard, and their roles. */
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
]
