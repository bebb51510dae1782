/** Pauses in typing or choosing before a request is sent, in milliseconds (000 §9, 001 §9). */

/** the search of a list */
export const SEARCH_DEBOUNCE_MS = 500
/** the filters of the dashboard */
export const DASHBOARD_DEBOUNCE_MS = 1000
/** the helper notes of an indicator */
export const NOTES_DEBOUNCE_MS = 300
