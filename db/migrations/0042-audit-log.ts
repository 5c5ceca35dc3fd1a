import type { Migration } from './migration.ts'

/** Changes of objects, and the person or program behind each: rows are only added, and deleted after their time. */
export const auditLog: Migration[] = [
  {
    name: '4201-audit-log',
    sql: `CREATE TABLE audit_log (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
        project_id BIGINT UNSIGNED NOT NULL,
        actor VARCHAR(16) NOT NULL,
        actor_id BIGINT UNSIGNED,
        operation VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
        object VARCHAR(20) NOT NULL,
        object_id BIGINT UNSIGNED NOT NULL,
        \`change\` VARCHAR(8) NOT NULL,
        ip_address VARCHAR(45) CHARACTER SET ascii COLLATE ascii_bin,
        request_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin,
        is_test TINYINT NOT NULL,
        created_at DATETIME(6) NOT NULL,
        KEY audit_log_list (project_id, is_test, id),
        KEY audit_log_object (project_id, is_test, object, object_id, id),
        KEY audit_log_kind (project_id, is_test, object, id),
        KEY audit_log_actor (project_id, is_test, actor, id),
        KEY audit_log_actor_id (project_id, is_test, actor, actor_id, id),
        KEY audit_log_time (project_id, is_test, created_at)
      ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_520_ci`,
  },
]
