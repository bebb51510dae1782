/** One entry per person, since an office shares a computer. */
const entry = () => `points_added_${localStorage.getItem('user_id')}`

/** Whether this person has begun a point on this device: whoever has not sees every button, with its words. */
export const hasAddedPoints = (): boolean => localStorage.getItem(entry()) !== null

/** Notes that this person has begun a point on this device. */
export const rememberAddedPoints = (): void => localStorage.setItem(entry(), 'true')
