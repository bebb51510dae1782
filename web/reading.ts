import { namePrintedPages } from './lib/print-foot.ts'

/* The only script of a read-only page. */

namePrintedPages()

// the print buttons work only with a script
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

// wide screens show every fold open
const folds = [...document.querySelectorAll<HTMLDetailsElement>('[data-open-at]')]
const target = () => document.querySelector(':target')
const unfold = (wanted: HTMLDetailsElement[]) => {
  const closed = wanted.filter((fold) => !fold.open)
  for (const fold of closed) fold.open = true
  if (closed.length > 0) target()?.scrollIntoView()
}
unfold(folds.filter(({ dataset: { openAt = '' } }) => matchMedia(openAt).matches))

// older browsers open a fold neither for a link into it nor for paper
const openTarget = () => unfold(folds.filter((fold) => fold.contains(target())))
addEventListener('hashchange', openTarget)
addEventListener('beforeprint', () => {
  if (!CSS.supports('selector(::details-content)')) unfold(folds)
})
openTarget()
