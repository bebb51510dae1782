import type L from 'leaflet'

/** how far each key leads, in the order in which the shapes are drawn */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const namedShapes = (map: L.Map) => [
  ...map.getContainer().querySelectorAll<SVGElement>('.leaflet-interactive[role="img"]'),
]

/** Leaflet draws nothing of a shape outside the view. */
const isInView = (shape: SVGElement) => shape.getAttribute('d') !== 'M0 0'

function setStop(shapes: readonly SVGElement[], stop: SVGElement | undefined) {
  for (const shape of shapes) shape.setAttribute('tabindex', shape === stop ? '0' : '-1')
}

/** Makes one of the named shapes in view the stop of the Tab key, after some were drawn or removed. */
export function keepOneStop(map: L.Map): void {
  const shapes = namedShapes(map)
  const seen = shapes.filter(isInView)
  setStop(shapes, seen.find((shape) => shape.getAttribute('tabindex') === '0') ?? seen[0])
}

/** Lets the arrow keys lead from one named shape in view to the next, so that all of them are one stop of the Tab key. */
export function leadByArrows(map: L.Map): void {
  map.on('moveend', () => keepOneStop(map))
  map.getContainer().addEventListener('keydown', (event) => {
    const step = STEPS[event.key]
    const shapes = namedShapes(map)
    const seen = shapes.filter(isInView)
    const at = seen.indexOf(event.target as SVGElement)
    if (step === undefined || at < 0) return
    // the page stays where it is
    event.preventDefault()
    const next = seen[(at + step + seen.length) % seen.length]
    setStop(shapes, next)
    next?.focus()
  })
}
