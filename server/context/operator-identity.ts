import type { Origin } from './context.ts'

/** A person with a terminal on the server has no account, so the log names the place. */
export const OPERATOR = {
  id: null,
  name: 'Operator at the server',
  email: null,
  role: null,
  access_level: null,
  region_id: null,
  office_id: null,
}
export const OPERATOR_ORIGIN: Origin = {
  request_id: 'operator_command',
  network_address: 'server',
  user_agent: '',
}
