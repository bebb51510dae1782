type Policies = {
  createPolicy: (name: 'default', rules: { createHTML: (text: string) => string }) => unknown
}

/** Markup that the map library writes itself: its browser test and the signs on its zoom buttons. */
const KNOWN = new Set([
  '<svg/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
])

/** Returns the text if it cannot become markup; throws for every other string, except the map library's own. */
export function withoutMarkup(text: string): string {
  // throws instead of returning null: the notes editor then reads pasted text under its own policy, into a document
  // that is never shown, and keeps only what a note may contain
  if (/[<&]/.test(text) && !KNOWN.has(text)) throw new TypeError('A string with markup is not shown.')
  return text
}

/** Makes the browser reject every string that would become markup (the content security policy requires it). */
export function refuseMarkup(): void {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', { createHTML: withoutMarkup })
}
