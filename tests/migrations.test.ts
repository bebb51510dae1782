import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { releasedFaults } from '../scripts/release/released-migrations.ts'
import { sqlPieces } from '../server/database/sql-tokens.ts'

const FOLDER = 'db/migrations'

const COLUMN = String.raw`(?:column\s+)?(?:if\s+(?:not\s+)?exists\s+)?("[^"]+"|\w+)`
/** Changes that remove or narrow something that the last release may still read. */
const NARROWING: readonly RegExp[] = [
  /\bdrop\s+(?:materialized\s+)?(?:table|column|view|function|procedure|routine|type|domain|schema|sequence)\b/i,
  /\brename\b/i,
  /\bset\s+schema\b/i,
  new RegExp(String.raw`\balter\s+${COLUMN}\s+(?:set\s+data\s+)?type\b`, 'i'),
]
/** `alter table t drop x` without the word column; a constraint, a default or an expression may be dropped. */
const DROPS_COLUMN =
  /\balter\s+table\b[^;]*?\bdrop\s+(?!constraint\b|default\b|not\b|expression\b|identity\b|trigger\b|index\b)(?:if\s+exists\s+)?\w+/i
const SET_NOT_NULL = new RegExp(String.raw`\balter\s+${COLUMN}\s+set\s+not\s+null\b`, 'gi')
const ADDED_NOT_NULL = /\badd\s+(?!constraint\b)(?:column\s+)?[^,;]*?\bnot\s+null\b[^,;]*/gi

const CONTRACT = /^-- contract: \S.* since \S*\d+\.\d+/m

/** Statements with the comments above them; a body between dollar signs is part of its statement. */
function statementsOf(text: string): { start: number; text: string }[] {
  const found: { start: number; text: string }[] = []
  let start = 0
  for (const piece of sqlPieces(text)) {
    if (piece.text !== ';') continue
    found.push({ start, text: text.slice(start, piece.start) })
    start = piece.start + 1
  }
  return [...found, { start, text: text.slice(start) }]
}

/** The text at its length, with spaces for comments, strings and function bodies. */
const codeOf = (text: string): string =>
  [...sqlPieces(text)]
    .map((piece) =>
      piece.kind === 'comment' || piece.kind === 'literal' ? piece.text.replace(/[^\n]/g, ' ') : piece.text,
    )
    .join('')

/** The position where a statement removes something, or null. */
function narrows(code: string, whole: string): number | null {
  for (const pattern of [...NARROWING, DROPS_COLUMN]) {
    const at = code.search(pattern)
    if (at >= 0) return at
  }
  for (const match of code.matchAll(SET_NOT_NULL)) {
    const hasDefault = new RegExp(String.raw`\balter\s+(?:column\s+)?${match[1]}\s+set\s+default\b`, 'i')
    if (!hasDefault.test(whole)) return match.index
  }
  for (const match of code.matchAll(ADDED_NOT_NULL))
    if (!/\bdefault\b|\bgenerated\b/i.test(match[0])) return match.index
  return null
}

/** `file:line` of each statement that narrows without a reason. */
function unexplained(file: string, text: string): string[] {
  const whole = codeOf(text)
  return statementsOf(text).flatMap(({ start, text: statement }) => {
    const code = codeOf(statement)
    if (!/\balter\b|\bdrop\b/i.test(code)) return []
    const at = narrows(code, whole)
    if (at === null || CONTRACT.test(statement)) return []
    return [`${file}:${text.slice(0, start + at).split('\n').length}`]
  })
}

test('[S-157] what was released is as it was released', () => {
  expect(releasedFaults('.')).toEqual([])
})

/** docs/decisions/22-migrations.md */
describe('what the release before may still read stays, or a comment says since when it does not', () => {
  test('in every migration', () => {
    const files = readdirSync(FOLDER)
    expect(files.flatMap((name) => unexplained(name, readFileSync(`${FOLDER}/${name}`, 'utf8')))).toEqual([])
  })

  test.each([
    ['drop table old_things;'],
    ['drop view old_view;'],
    ['drop function if exists old_function(integer);'],
    ['alter table users drop column sex;'],
    ['alter table users drop sex;'],
    ['alter table users drop constraint users_sex_check, drop column sex;'],
    ['alter table users rename column sex to gender;'],
    ['alter table users rename to people;'],
    ['alter table users alter column sex set not null;'],
    ['alter table users alter sex set not null;'],
    ['alter table users alter column sex type integer using 1;'],
    ['alter table users alter column sex set data type integer;'],
    ['alter table users add column age integer not null;'],
    ['alter table users add column age integer default 1, add column size integer not null;'],
  ])('%s', (statement) => {
    const before = `-- about it; and more\ncreate table a (\n  b integer not null\n);\n`
    expect(unexplained('0099_x.sql', `${before}${statement}`)).toEqual(['0099_x.sql:5'])
    const said = '-- contract: nothing reads it any more, since 0.1.0\n'
    expect(unexplained('0099_x.sql', `${before}${said}${statement}`)).toEqual([])
    // above another statement, or without a version
    expect(unexplained('0099_x.sql', `${said}${before}${statement}`)).toEqual(['0099_x.sql:6'])
    expect(unexplained('0099_x.sql', `${before}-- contract: nobody needs it\n${statement}`)).toEqual([
      '0099_x.sql:6',
    ])
  })

  test.each([
    ['create table a (b integer not null, constraint a_key unique (b));'],
    ['drop index a_idx;'],
    ['drop trigger a on b;'],
    ['alter table a drop constraint a_check;'],
    ['alter table a alter column b drop not null;'],
    ['alter table a add column b integer;'],
    ['alter table a add column b integer not null default 0;'],
    ['alter table a add column b integer not null generated always as (c + 1) stored;'],
    ['alter table a alter column b set default 0;\nalter table a alter column b set not null;'],
    ['alter table a add constraint a_check check (b is not null);'],
    ["alter table a add constraint a_check check (b <> 'drop table; rename');"],
    ['create function f() returns trigger language plpgsql as $$ begin drop table b; end $$;'],
    ['-- drop table a; rename\ndelete from a;'],
  ])('%s takes nothing away', (statement) => {
    expect(unexplained('0099_x.sql', statement)).toEqual([])
  })
})
