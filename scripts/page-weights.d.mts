type Budget = {
  page: string
  entry: string
  file: string
  kilobytes: number
  files: number
  after?: string[]
}
type Table = { budgets: Budget[]; others: Pick<Budget, 'kilobytes' | 'files' | 'after'> }

export function judgePages(folder: string, table?: Table): { lines: string[]; tooHeavy: string[] }
