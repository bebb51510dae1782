/** A key in groups of four, as a person reads it from one screen and types it into another. */
export const groupedKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
