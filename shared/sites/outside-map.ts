/** The embedded map service (001 §2); pages may load it only if the deployment configures a key. */
export const MAPS_ORIGIN = 'https://www.google.com'

/** In place of a key: use the search page, which needs none. */
export const KEYLESS_MAP = 'keyless'
