type Counts = Record<string, number>
export const MOST: Counts
export function countTests(source: string, file?: string): number
export function countGroups(root: string): Counts
export function tooManyTests(counts: Counts): string[]
