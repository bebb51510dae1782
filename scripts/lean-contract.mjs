/**
 * What the browser does not need of the contract. The server, the API documentation and the tests read the shapes of
 * requests and replies; the pages only make the calls. Without the shapes in the calls, those that no form checks are
 * left out of the built pages, with all that they are made of.
 */
const CALLS = ['endpoint', 'reviewCalls']
const SHAPES = ['params', 'query', 'body', 'headers', 'reply', 'file', 'row', 'comments']
const WORDS = ['summary', 'summaries']
/** the server decides who may make a call, and asks for an identity check; the page answers */
const RULES = ['may', 'rights', 'limited', 'auditor', 'open_before', 'identity', 'form']
const UNREAD_IN_PAGES = [...SHAPES, ...WORDS, ...RULES]

const SHARED = /[\\/]shared[\\/](?:[^\\/]+[\\/])+[^\\/]+\.ts$/
const isFunction = ({ type }) => /Function/.test(type)
const childrenOf = (node) =>
  Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string')

/** The places of a module at which its text changes: `[start, end, text]`. */
function editsOf(program, code) {
  const edits = []
  const visit = (node, isModuleLevel, isStatement = false) => {
    const isCall = node.type === 'CallExpression'
    const parts = isCall && CALLS.includes(node.callee.name) ? node.arguments.at(-1) : null
    if (parts?.type === 'ObjectExpression') {
      const kept = parts.properties.filter(({ key }) => !UNREAD_IN_PAGES.includes(key?.name))
      edits.push([parts.start, parts.end, `{${kept.map(({ start, end }) => code.slice(start, end))}}`])
    } else
      for (const child of childrenOf(node))
        visit(child, isModuleLevel && !isFunction(node), node.type === 'ExpressionStatement')
    // `shared` decides and does nothing: a call whose result is unused is not needed
    if ((isCall || node.type === 'NewExpression') && isModuleLevel && !isStatement)
      edits.push([node.start, node.start, '(/* @__PURE__ */ '], [node.end, node.end, ')'])
  }
  visit(program, true)
  return edits
}

/**
 * Removes the imports that only what was left out has used, so that the modules behind them are not counted among those of
 * each page that makes a call. A name that stands anywhere else keeps its import.
 */
function withoutUnusedImports(program, text) {
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration')
  const rest = imports.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
  const words = new Set(rest.match(/[\w$]+/g))
  const isUnused = ({ specifiers }) =>
    specifiers.length > 0 && specifiers.every(({ local }) => !words.has(local.name))
  return imports
    .filter(isUnused)
    .reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
}

/** A plugin of the build of the pages: makes the contract lean, and its unused parts removable. */
export const leanContract = () => ({
  name: 'lean-contract',
  apply: 'build',
  transform: {
    filter: { id: SHARED },
    handler(code) {
      const edits = editsOf(this.parse(code), code)
      let text = code
      for (const [start, end, put] of edits.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]))
        text = text.slice(0, start) + put + text.slice(end)
      return { code: withoutUnusedImports(this.parse(text), text), map: null }
    },
  },
})
