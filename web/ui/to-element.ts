/** Scrolls the element with this id into view and focuses it. */
export function toElement(id: string, block: ScrollLogicalPosition = 'center') {
  const element = document.getElementById(id)
  element?.scrollIntoView({ block })
  element?.focus({ preventScroll: true })
}
