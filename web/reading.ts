/* The whole script of a reading page: shows the print buttons, which are hidden where scripts do not run. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
