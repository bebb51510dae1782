import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** How many tests of each group may stand in the short run; those of other groups are quick and not counted. */
export const MOST = { browser: 240, product: 110, api: 1_700 }

const TESTS = ['test', 'it']
const SUITES = ['describe', 'suite']

/** The names of a callee from its root on: `full.test.each(rows)` is full, test, each. */
function namesOfCallee(node) {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'MemberExpression' && !node.computed)
    return [...namesOfCallee(node.object), node.property.name]
  if (node.type === 'CallExpression') return namesOfCallee(node.callee)
  if (node.type === 'TaggedTemplateExpression') return namesOfCallee(node.tag)
  return []
}

/** Calls that only make the function which then takes the title: `test.each(rows)`. */
const MAKERS = ['each', 'for', 'runIf', 'skipIf', 'extend']

const isMaker = (callee) => callee.type === 'MemberExpression' && MAKERS.includes(callee.property.name)

const isNode = (value) => typeof value?.type === 'string'

/**
 * Counts the tests of a source file that the short run runs: a table of cases or a loop is one. Those of `full` belong to
 * the full run alone.
 */
export function countTests(source, file = 'a.test.ts') {
  let count = 0
  const visit = (node) => {
    if (node.type === 'CallExpression') {
      const [root = '', member = ''] = namesOfCallee(node.callee)
      if (root === 'full' && [...TESTS, ...SUITES].includes(member)) return
      if (TESTS.includes(root) && !isMaker(node.callee)) count += 1
    }
    for (const value of Object.values(node))
      if (Array.isArray(value)) value.filter(isNode).forEach(visit)
      else if (isNode(value)) visit(value)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' }, file))
  return count
}

/** The test files of a folder and its folders. */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.join(folder, name))

/** The tests of each group that the short run of this checkout runs. */
export const countGroups = (root) =>
  Object.fromEntries(
    Object.keys(MOST).map((group) => [
      group,
      filesIn(path.join(root, 'tests', group))
        .map((file) => countTests(readFileSync(file, 'utf8'), file))
        .reduce((sum, one) => sum + one, 0),
    ]),
  )

/** A sentence for each group that has more tests in the short run than it may. */
export const tooManyTests = (counts) =>
  Object.entries(MOST)
    .filter(([group, most]) => counts[group] > most)
    .map(
      ([group, most]) =>
        `The short run has ${counts[group] - most} too many tests of the group ${group} (${counts[group]} of at most ${most}): as many must leave it for full.test, or go.`,
    )
