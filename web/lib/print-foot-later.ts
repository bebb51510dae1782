/** Loads what names printed pages (print-foot.ts) once the page is there; returns how to stop. */
export function namePrintedPagesLater(): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  void import('./print-foot.ts').then(({ namePrintedPages }) => {
    if (!isOver) stop = namePrintedPages()
  })
  return () => stop()
}
