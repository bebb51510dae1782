/** the size and weight in which style sheets write the names of towns */
export const NAME_PX = 11
const NAME_WEIGHT = 500

/** Returns what measures the names of towns in pixels, in the typeface of the page. */
export function nameMeter(): (name: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `${NAME_WEIGHT} ${NAME_PX}px ${getComputedStyle(document.body).fontFamily}`
  return (name) => Math.ceil(context?.measureText(name).width ?? name.length * NAME_PX)
}
