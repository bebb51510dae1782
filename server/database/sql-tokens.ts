/** A piece of SQL as PostgreSQL reads it; `literal` is a string, dollar-quoted ones included, `name` a quoted identifier. */
export type SqlPiece = {
  kind: 'blank' | 'comment' | 'literal' | 'name' | 'word' | 'operator' | 'sign'
  start: number
  text: string
}

const PATTERNS: readonly (readonly [SqlPiece['kind'], RegExp])[] = [
  ['blank', /[ \t\n\r\f\v]+/y],
  ['comment', /--[^\n\r]*/y],
  // backslashes escape in these alone; a literal without an end takes the rest
  ['literal', /[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)/y],
  ['literal', /(?:[bBnNxX]|[uU]&)?'(?:[^']|'')*(?:'|$)/y],
  ['name', /(?:[uU]&)?"(?:[^"]|"")*(?:"|$)/y],
  ['word', /\d+\.\d+|[\w\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ['operator', /::|:=|(?:(?!--|\/\*)[+\-*/<>=~!@#%^&|`?])+/y],
]
const BLOCK_COMMENT = /\/\*|\*\//g
const DOLLAR_QUOTE = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y

const matchAt = (pattern: RegExp, text: string, at: number): string | null => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** Returns where a comment that begins here ends; one may contain others. */
function endOfBlockComment(text: string, at: number): number {
  let depth = 0
  BLOCK_COMMENT.lastIndex = at
  for (let match = BLOCK_COMMENT.exec(text); match; match = BLOCK_COMMENT.exec(text)) {
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return BLOCK_COMMENT.lastIndex
  }
  return text.length
}

function pieceAt(text: string, start: number): SqlPiece {
  const upTo = (kind: SqlPiece['kind'], end: number) => ({ kind, start, text: text.slice(start, end) })
  if (text.startsWith('/*', start)) return upTo('comment', endOfBlockComment(text, start))
  const quote = matchAt(DOLLAR_QUOTE, text, start)
  if (quote !== null) {
    const close = text.indexOf(quote, start + quote.length)
    return upTo('literal', close < 0 ? text.length : close + quote.length)
  }
  for (const [kind, pattern] of PATTERNS) {
    const found = matchAt(pattern, text, start)
    if (found !== null) return { kind, start, text: found }
  }
  return upTo('sign', start + 1)
}

/** Splits SQL into its pieces, which together are the text. */
export function* sqlPieces(text: string): Generator<SqlPiece> {
  for (let at = 0; at < text.length; ) {
    const piece = pieceAt(text, at)
    yield piece
    at += piece.text.length
  }
}

/** Returns what PostgreSQL executes of a text: its tokens in order, without comments and blanks between them. */
export const sqlTokens = (text: string): string[] =>
  [...sqlPieces(text)].flatMap((piece) =>
    piece.kind === 'blank' || piece.kind === 'comment' ? [] : [piece.text],
  )
