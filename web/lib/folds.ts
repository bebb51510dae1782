/** Opens every fold around this element, so that it is visible and can get the focus. */
export function openFoldsAround(place: Element | null | undefined): void {
  for (let fold = place?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
    fold.open = true
}
