import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { BUDGETS, OTHER_SCREENS } from './page-budgets.mjs'

const FONT = 'ui/theme/fonts/public-sans-core.woff2'

/** The files of the built pages: what each loads at once, and the bytes that are sent for it. */
function readBuild(folder) {
  const read = (name) => JSON.parse(readFileSync(path.join(folder, '.vite', name), 'utf8'))
  const manifest = read('manifest.json')
  const sentBytes = (file) => {
    const packed = path.join(folder, `${file}.br`)
    return statSync(existsSync(packed) ? packed : path.join(folder, file)).size
  }
  /** the files of these sources with all that they import, but not what they load later */
  const filesOf = (sources) => {
    const files = new Set([manifest[FONT].file])
    const seen = new Set()
    const visit = (name) => {
      const chunk = manifest[name]
      if (seen.has(name)) return
      if (!chunk) throw new Error(`The built pages have no ${name}.`)
      seen.add(name)
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
      for (const next of chunk.imports ?? []) visit(next)
    }
    for (const source of sources) visit(source)
    return files
  }
  return { screens: read('screens.json'), filesOf, sentBytes }
}

/** Returns every page with its budget, its weight in kilobytes and its number of files. */
function weighPages(folder, { budgets, others }) {
  const { screens, filesOf, sentBytes } = readBuild(folder)
  const listed = new Set(budgets.map(({ file }) => file))
  const unlisted = Object.values(screens)
    .filter((file) => !listed.has(file))
    .map((file) => ({ ...others, page: path.basename(file, '.tsx'), entry: 'staff.html', file }))
  return [...budgets, ...unlisted].map((budget) => {
    const { entry, file, after } = budget
    const before = after ? filesOf([entry, ...after]) : new Set()
    const own = [...filesOf([entry, file])].filter((one) => !before.has(one))
    const bytes = own.reduce((sum, one) => sum + sentBytes(one), 0)
    return { ...budget, weight: bytes / 1000, count: own.length }
  })
}

const nameOf = ({ page, after }) => (after ? `${page}, after the dashboard` : page)
const figuresOf = ({ weight, count, kilobytes, files }) =>
  `${weight.toFixed(1)} of ${kilobytes} KB in ${count} of ${files} files`

/** Returns a line for every page of a build, and a sentence for each that is past its budget. */
export function judgePages(folder, table = { budgets: BUDGETS, others: OTHER_SCREENS }) {
  const pages = weighPages(folder, table)
  return {
    lines: pages.map((page) => `${nameOf(page)}: ${figuresOf(page)}`),
    tooHeavy: pages
      .filter(({ weight, count, kilobytes, files }) => weight > kilobytes || count > files)
      .map((page) => `${nameOf(page)} is past its budget in scripts/page-budgets.mjs: ${figuresOf(page)}.`),
  }
}
