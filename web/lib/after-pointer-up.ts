/**
 * Runs at once or, while a mouse button or a finger is down, once what is pressed has been clicked: a sentence that
 * appears under a press would move away what was pressed, and the click would be lost.
 */
export function afterPointerUp(run: () => void): void {
  if (document.querySelector(':active') === null) return run()
  addEventListener('mouseup', () => setTimeout(run), { once: true })
}
