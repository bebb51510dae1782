import { createHash } from 'node:crypto'
import type pg from 'pg'
import { marksOf } from '../shared/review/marks.ts'
import { listNamed, statementsOf } from './bare-lists.ts'
import { type Call, one, type Row, rows, rowsOnce } from './bare-query.ts'
import * as sqlOf from './bare-sql.ts'
import { WRITES } from './bare-writes.ts'

const pageOf = (query: URLSearchParams) => {
  const length = Number(query.get('length') ?? 10)
  return [length, (Number(query.get('page') ?? 1) - 1) * length]
}

const list: Call = async (pool, query) => {
  const search = query.get('search')
  const { page, total, filtered } = statementsOf(listNamed(query.get('list') ?? ''), {
    column: query.get('column'),
    dir: query.get('dir') === 'desc' ? 'desc' : 'asc',
    search,
    filter: query.get('filter'),
  })
  const pattern = search === null ? [] : [`%${search}%`]
  const read = search === null ? rows : rowsOnce
  const [data, all, found] = await Promise.all([
    read(pool, page, [...pageOf(query), ...pattern]),
    rows(pool, total),
    filtered === null ? null : read(pool, filtered, pattern),
  ])
  return { data, totalCount: Number(all[0]?.count), filteredCount: Number((found ?? all)[0]?.count) }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const record: Call = async (pool, query) => {
  const id = query.get('id')
  const actor = await one(pool, sqlOf.ACTOR, [hashOf(query.get('token') ?? '')])
  if (!actor.id) throw new Error('not signed in')
  const [siteProfile, boundary, overlaps, history] = await Promise.all([
    one(pool, sqlOf.RECORD, [id]),
    one(pool, sqlOf.BOUNDARY, [id]),
    rows(pool, sqlOf.OVERLAPS, [id]),
    rows(pool, sqlOf.HISTORY, [id]),
  ])
  const marks = marksOf({
    boundary: {
      declared_ha: Number(siteProfile.project_area),
      drawn_ha: Number(boundary.area_ha),
      warnings: (boundary.warnings as { kind: string }[]).map(({ kind }) => kind),
      overlaps: overlaps.length,
      not_compared: 0,
      overlap_state: 'measured',
    },
    quarantined: 0,
  })
  return { siteProfile, boundary, only_approver: false, history, marks }
}

const CALLS: Record<string, Call> = {
  ...WRITES,
  '/rows': list,
  '/record': record,
  '/public-counts': async (pool) => ({ data: await rows(pool, sqlOf.PUBLIC_COUNTS) }),
}

/** What the bare server answers at a path, read straight through the driver; null where it knows no such path. */
export function answer(pool: pg.Pool, path: string, body: Row): Promise<unknown> | null {
  const { pathname, searchParams } = new URL(path, 'http://bare')
  return CALLS[pathname]?.(pool, searchParams, body) ?? null
}
