/**
 * Runs at once or, while a mouse button or finger is down, after the click: a sentence that appears during a press
 * moves the pressed element away, and the click is lost.
 */
export function afterPointerUp(run: () => void): void {
  if (document.querySelector(':active') === null) return run()
  addEventListener('mouseup', () => setTimeout(run), { once: true })
}
