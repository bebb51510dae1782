/* All the script of a page to read: a button that prints, which is there where a script can run. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
