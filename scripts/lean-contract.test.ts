import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { leanContract } from './lean-contract.mjs'

/** What the build makes of a module of `shared`. */
function lean(code: string): string {
  const { transform } = leanContract()
  if (typeof transform !== 'object') throw new Error('The plugin has no transform.')
  const handler = transform.handler as (code: string) => { code: string }
  return handler.call({ parse: parseAst } as never, code).code.replaceAll('/* @__PURE__ */ ', '~')
}

test('of a call the pages have neither shapes nor words', () => {
  expect(
    lean("const a = endpoint('GET', `${at}/x`, { summary: f('Text'), reply: z.object({}), status: 204 })"),
  ).toBe("const a = (~endpoint('GET', `${at}/x`, {status: 204}))")
  expect(lean("const a = { ...reviewCalls({ path: '/sites', row: Row, reply: Answer, one }) }")).toBe(
    "const a = { ...(~reviewCalls({path: '/sites',one})) }",
  )
  expect(
    lean(
      "import { may } from './a.ts'\nimport { b } from './b.ts'\nconst a = endpoint('GET', b, { may, status: 204 })",
    ),
  ).toBe("\nimport { b } from './b.ts'\nconst a = (~endpoint('GET', b, {status: 204}))")
  expect(lean("const calls = (at) => endpoint('POST', at, { ...ofForm, body })")).toBe(
    "const calls = (at) => endpoint('POST', at, {...ofForm})",
  )
})

test('what a module makes and no page uses can be removed; what a function does, and a statement, stay as they are', () => {
  expect(lean('const a = z.array(B).check(z.max(3))')).toBe('const a = (~(~z.array(B)).check((~z.max(3))))')
  expect(lean('const a = new Set([f()])')).toBe('const a = (~new Set([(~f())]))')
  expect(lean('const a = () => f(g())')).toBe('const a = () => f(g())')
  expect(lean('start(now())')).toBe('start((~now()))')
})
