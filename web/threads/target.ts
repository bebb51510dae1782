import { useEffect } from 'react'
import { openFoldsAround } from '../lib/folds.ts'
import { toElement } from '../ui/to-element.ts'

/** Scrolls the element with this id into view and focuses it, with the folds around it open. */
export function toTarget(id: string): void {
  openFoldsAround(document.getElementById(id))
  toElement(id)
}

/** The properties of an element to which an address leads that ends with its id. */
export function useTarget(id: string) {
  useEffect(() => {
    if (location.hash === `#${id}`) toTarget(id)
  }, [id])
  return { id, tabIndex: -1 }
}
