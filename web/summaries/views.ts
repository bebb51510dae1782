/** What a summary can be looked at as, beside its parts; the names in the address as `?part=`. */
export const REVIEW = 'review'
export const CHANGES = 'changes'
