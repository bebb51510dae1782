import { ENTERED } from '../../../bench/log-reviews.ts'

/**
 * SQL: the row of the log about a login of the person with the mail address $1. Sessions of tests are entered directly, and
 * what is approved in them counts only after a login.
 */
export const LOGIN_ROW = `
  insert into audit_logs (user_id, user_name, user_email, role_name, access_level, region_id, office_id, auditable_type,
    auditable_id, auditable_code, event, network_address, request_id)
  select users.id, first_name || ' ' || last_name, email, roles.name, users.access_level, region_id, office_id,
    'Authentication', users.id, email, 'Login', '127.0.0.1', '${ENTERED}'
  from users join roles on roles.id = role_id where email = $1`
