import { KIND_WORDS } from './points.rules.ts'
import type { PointTemplate } from './points.schema.ts'

/** "Please correct. The area of the map and the declared one differ." */
const templateWords = ({ kind, text }: PointTemplate): string => `${KIND_WORDS[kind]}. ${text}`

/** What differs between two lists of usual points, in words. */
export type TemplatesDifference = {
  left: string[]
  joined: string[]
  /** the same points in another order */
  isReordered: boolean
}

export function templatesDifference(
  before: readonly PointTemplate[],
  after: readonly PointTemplate[],
): TemplatesDifference {
  const [old, now] = [before.map(templateWords), after.map(templateWords)]
  const left = old.filter((words) => !now.includes(words))
  const joined = now.filter((words) => !old.includes(words))
  const isSame = old.length === now.length && old.every((words, index) => words === now[index])
  return { left, joined, isReordered: left.length + joined.length === 0 && !isSame }
}

export const isSameList = (one: readonly PointTemplate[], other: readonly PointTemplate[]): boolean => {
  const { left, joined, isReordered } = templatesDifference(one, other)
  return left.length + joined.length === 0 && !isReordered
}
