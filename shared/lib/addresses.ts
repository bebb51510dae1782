/** The search part of an address as the router reads it: what looks like a number is a number. */
export type Address = Record<string, unknown>

/** A value of the address as text; '' without one. */
export const addressText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
