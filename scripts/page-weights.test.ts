import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { judgePages } from './page-weights.mjs'

const FONT = 'ui/theme/fonts/public-sans-core.woff2'
const MANIFEST = {
  [FONT]: { file: 'font.woff2' },
  'staff.html': { file: 'staff.js', css: ['staff.css'], imports: ['_frame.js'] },
  '_frame.js': { file: 'frame.js' },
  'home/HomePage.tsx': { file: 'home.js', imports: ['_frame.js', 'staff.html'], dynamicImports: ['map.tsx'] },
  'map.tsx': { file: 'map.js' },
  'sites/AddPage.tsx': { file: 'add.js', imports: ['_form.js', '_frame.js'] },
  '_form.js': { file: 'form.js', css: ['form.css'] },
  'roles/RolePage.tsx': { file: 'roles.js' },
}
const SIZES = { 'font.woff2': 14_000, 'staff.js': 1_000, 'staff.css': 10_000, 'frame.js': 90_000 }
const MORE_SIZES = {
  'home.js': 20_000,
  'add.js': 5_000,
  'form.js': 6_000,
  'form.css': 1_000,
  'roles.js': 2_500,
}

/** A build with these files, as the compressed ones count. */
function built(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'safeguards-weights-'))
  mkdirSync(path.join(folder, '.vite'))
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  write('.vite/manifest.json', JSON.stringify(MANIFEST))
  write(
    '.vite/screens.json',
    JSON.stringify({ '/home': 'home/HomePage.tsx', '/roles': 'roles/RolePage.tsx' }),
  )
  for (const [name, bytes] of Object.entries({ ...SIZES, ...MORE_SIZES })) {
    write(name, 'x'.repeat(bytes * 4))
    write(name.endsWith('.woff2') ? name : `${name}.br`, 'x'.repeat(bytes))
  }
  return folder
}

const HOME = { page: 'Home', entry: 'staff.html', file: 'home/HomePage.tsx', kilobytes: 135, files: 5 }
const ADD = {
  page: 'Add',
  entry: 'staff.html',
  file: 'sites/AddPage.tsx',
  after: [HOME.file],
  kilobytes: 12,
  files: 3,
}
const OTHERS = { kilobytes: 3, files: 1, after: [HOME.file] }

test('a page weighs what it loads at once, without what the page before it has loaded', () => {
  const judged = judgePages(built(), { budgets: [HOME, ADD], others: OTHERS })
  expect(judged).toEqual({
    lines: [
      'Home: 135.0 of 135 KB in 5 of 5 files',
      'Add, after the dashboard: 12.0 of 12 KB in 3 of 3 files',
      'RolePage, after the dashboard: 2.5 of 3 KB in 1 of 1 files',
    ],
    tooHeavy: [],
  })
})

test('a page past its budget is named in one sentence, a screen without a budget of its own too', () => {
  const budgets = [
    { ...HOME, kilobytes: 134 },
    { ...ADD, files: 2 },
  ]
  expect(judgePages(built(), { budgets, others: { ...OTHERS, kilobytes: 2 } }).tooHeavy).toEqual([
    'Home is past its budget in scripts/page-budgets.mjs: 135.0 of 134 KB in 5 of 5 files.',
    'Add, after the dashboard is past its budget in scripts/page-budgets.mjs: 12.0 of 12 KB in 3 of 2 files.',
    'RolePage, after the dashboard is past its budget in scripts/page-budgets.mjs: 2.5 of 2 KB in 1 of 1 files.',
  ])
})
