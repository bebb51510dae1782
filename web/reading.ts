import { namePrintedPages } from './lib/print-foot.ts'

/* The only script of a read-only page: names what is printed, and shows the print buttons, which work only with a script. */
namePrintedPages()
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
