/* The only script of a read-only page: shows the print buttons, which work only with a script. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
