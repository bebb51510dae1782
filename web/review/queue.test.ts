import { expect, test } from 'vitest'
import { QUEUE_OF, type QueuedRecord, waitingAround } from './queue.ts'

const row = (id: number, waits = true): QueuedRecord => ({
  ...{ id, code: `SITES-${id}`, name: `Site ${id}` },
  waiting_since: waits ? `2031-01-0${id}T00:00:00Z` : null,
})
const around = (rows: QueuedRecord[], id: number, place = 0) => {
  const found = waitingAround(rows, id, place)
  return [found.previous?.id ?? null, found.next?.id ?? null, found.place]
}
const LIST = [row(1), row(2), row(3), row(8, false), row(9, false)]

test('[APPROVAL-24] [APPROVAL-25] [APPROVAL-26] each level has its own list', () => {
  expect(QUEUE_OF).toEqual({
    PENRO: { type: 'site', status: 'Submitted' },
    Region: { type: 'penro', status: 'Approved' },
    FMB: { type: 'region', status: 'Approved' },
  })
})

test('the neighbours of a record that waits; what was passed on is nobody’s neighbour', () => {
  expect(around(LIST, 1)).toEqual([null, 2, 0])
  expect(around(LIST, 2)).toEqual([1, 3, 1])
  expect(around(LIST, 3)).toEqual([2, null, 2])
})

test('after the decision the next one is what moved up, before and after the list is asked again', () => {
  expect(around(LIST, 2, 1)).toEqual([1, 3, 1])
  expect(around([row(1), row(3), row(2, false)], 2, 1)).toEqual([1, 3, 1])
  // the last of a page: the row that moved up onto the page
  expect(around([row(1), row(2), row(4)], 3, 2)).toEqual([2, 4, 2])
  expect(waitingAround([row(1), row(2)], 3, 2)).toMatchObject({ next: null, first: { id: 1 } })
})

test('a record that was not in the list begins at its top', () => {
  expect(around(LIST, 77)).toEqual([null, 1, 0])
  expect(around([], 77)).toEqual([null, null, 0])
})
