/** The embedded maps service (001 §2); pages may reach it only where the deployment names a key. */
export const MAPS_ORIGIN = 'https://www.google.com'

/** In place of a key: the search page, which needs none. */
export const KEYLESS_MAP = 'keyless'
