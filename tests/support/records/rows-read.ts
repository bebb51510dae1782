import type pg from 'pg'
import type { Statement } from './statements.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** What a part of a plan has read: from which table or index, how, and how many rows. */
export type RowsRead = { from: string; how: string; rows: number }

/** Runs a statement, takes back what it did, and returns what each part of its plan has read. */
export async function rowsReadBy(pool: pg.Pool, { text, values }: Statement): Promise<RowsRead[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    const plan = rows[0]?.['QUERY PLAN'][0].Plan
    if (!plan) throw new Error(`PostgreSQL gave no plan of ${text}.`)
    return readIn(plan)
  } finally {
    await client.query('rollback')
    // what no rollback takes back
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

function readIn(node: PlanNode): RowsRead[] {
  const below = (node.Plans ?? []).flatMap(readIn)
  const from = node['Relation Name'] ?? node['Index Name']
  if (from === undefined) return below
  const once =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return [{ from, how: node['Node Type'], rows: once * node['Actual Loops'] }, ...below]
}
