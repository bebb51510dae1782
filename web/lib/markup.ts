type Policies = {
  createPolicy: (name: 'default', rules: { createHTML: (text: string) => string }) => unknown
}

/** What the map's library writes of its own: its trial of the browser and the signs on its zoom buttons. */
const KNOWN = new Set([
  '<svg/>',
  '<span aria-hidden="true">+</span>',
  '<span aria-hidden="true">&#x2212;</span>',
])

/** The text itself where it can become nothing but text; a string with markup of any other origin is refused. */
export function withoutMarkup(text: string): string {
  // it throws rather than answers null: the notes editor then reads what is pasted by a policy of its own, into a
  // document that is never shown, of which only what a note may hold is kept
  if (/[<&]/.test(text) && !KNOWN.has(text)) throw new TypeError('A string with markup is not shown.')
  return text
}

/** From now on the browser itself refuses every string that would become markup (the policy of contents asks for it). */
export function refuseMarkup(): void {
  const { trustedTypes } = window as { trustedTypes?: Policies }
  trustedTypes?.createPolicy('default', { createHTML: withoutMarkup })
}
