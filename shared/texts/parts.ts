/** The part of the messages that a key belongs to: what stands before its first point. */
export const partOf = (key: string): string => key.split('.', 1)[0] ?? ''
