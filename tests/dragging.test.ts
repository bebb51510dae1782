import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Code that follows a pressed pointer, or makes an element draggable. */
const DRAGS =
  /\bdraggable\b|\bonDrag|\bonDrop\b|pointermove|onPointerMove|onMouseMove|touchmove|onTouchMove|type="range"|\b(Range)?Slider\b|from 'leaflet'|useSortable|dnd/

/** Where dragging is possible, and the test of the way without it (WCAG 2.5.7). */
const WITHOUT_DRAGGING: Record<string, { file: string; test: string }> = {
  'web/sites/SiteMap.tsx': { file: 'tests/browser/profiles.test.ts', test: 'without dragging' },
  // drawn on that map, and not draggable themselves
  'web/sites/base-map.ts': { file: 'tests/browser/profiles.test.ts', test: 'without dragging' },
  'web/sites/map-country.ts': { file: 'tests/browser/profiles.test.ts', test: 'without dragging' },
  'web/sites/map-labels.ts': { file: 'tests/browser/profiles.test.ts', test: 'without dragging' },
  'web/sites/map-parts.ts': { file: 'tests/browser/profiles.test.ts', test: 'without dragging' },
  'web/sites/map-stops.ts': { file: 'tests/browser/profiles.test.ts', test: 'without dragging' },
  'web/sites/graticule.ts': { file: 'tests/browser/profiles.test.ts', test: 'without dragging' },
  'web/activities/AddFiles.tsx': { file: 'tests/browser/evidence.test.ts', test: 'Upload files' },
}

test('nothing needs dragging: whatever can be dragged has a tested way without', () => {
  const found = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join('web', name))
    .filter((file) => DRAGS.test(readFileSync(file, 'utf8')))
  expect(found.sort()).toEqual(Object.keys(WITHOUT_DRAGGING).sort())
  for (const [what, way] of Object.entries(WITHOUT_DRAGGING))
    expect(readFileSync(way.file, 'utf8'), what).toContain(way.test)
})
