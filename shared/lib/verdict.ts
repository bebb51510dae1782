/**
 * The answer to "may this person do this now?".
 * `permission`: the right is missing (403, control absent). `scope`: another office's record (404, so that its
 * existence is not told). `state`: right person, wrong moment (409, control disabled with the reason).
 * `duties`: the same person may not both submit and approve (403 with the reason, ruling S-70).
 */
export type Denied = { ok: false; why: 'permission' | 'scope' | 'state' | 'duties'; message: string }
export type Verdict = { ok: true } | Denied

export const yes: Verdict = { ok: true }
export const no = (why: Denied['why'], message: string): Denied => ({ ok: false, why, message })

/** The first refusal wins. Order the checks from "who are you" to "what state is it in". */
export const all = (...verdicts: Verdict[]): Verdict => verdicts.find((verdict) => !verdict.ok) ?? yes
